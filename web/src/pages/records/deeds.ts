// Which of the actions fit a record as it stands? Pure: its state in, what can be done, asked and said out.
import type { RecordView, SetStateParams } from "../../contract.ts";

export interface Deed {
  action: SetStateParams["action"];
  label: string;
  meaning: string;
  /** The question over the preview. */
  title: string;
  /** Show what would change before it does. */
  always: boolean;
  danger?: boolean;
  warning?: string;
  /** What is said when it is done. */
  done: string;
}

const FREEZE: Deed = {
  action: "freeze",
  label: "Freeze",
  meaning: "Only a person may change it from now on",
  title: "Freeze this record?",
  always: false,
  done: "Frozen: only a person may change it",
};
const UNFREEZE: Deed = {
  action: "unfreeze",
  label: "Unfreeze",
  meaning: "Clients may change it again",
  title: "Unfreeze this record?",
  always: false,
  done: "No longer frozen",
};
const ARCHIVE: Deed = {
  action: "archive",
  label: "Archive",
  meaning: "It is no longer used; it can be restored",
  title: "Archive this record?",
  always: true,
  done: "Archived: it can be restored",
};
const RETRACT: Deed = {
  action: "retract",
  label: "Retract",
  meaning: "It was never true",
  title: "Retract this record?",
  always: true,
  warning: "Retract what was never true. What rests on it becomes doubtful. For what is merely no longer used, archive it.",
  done: "Retracted: it was never true",
};
const RESTORE: Deed = {
  action: "restore",
  label: "Restore",
  meaning: "Hold it true again",
  title: "Restore this record?",
  always: true,
  done: "Restored: it is held again",
};
const TOMBSTONE: Deed = {
  action: "tombstone",
  label: "Erase",
  meaning: "Erase what it says, for good",
  title: "Erase this record for good?",
  always: true,
  danger: true,
  warning: "What it says is erased for good, here and in the journal. No undo and no restored backup brings it back; the files of older backups still hold it.",
  done: "Erased for good",
};

export function deedsOf(record: Pick<RecordView, "state" | "frozen">): Deed[] {
  switch (record.state) {
    case "live":
      return [record.frozen ? UNFREEZE : FREEZE, ARCHIVE, RETRACT, TOMBSTONE];
    case "archived":
      return [RESTORE, TOMBSTONE];
    case "tombstoned":
      return [];
    default:
      return [TOMBSTONE];
  }
}
