// What can be done with a record? Verify it, revise it, take it out of use, freeze it, erase it.
import { call, mayCall } from "../../api/call.ts";
import { carryOut } from "../../api/carry-out.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { useShortcuts } from "../../components/shortcuts.tsx";
import type { RecordView, SetStateParams } from "../../contract.ts";

type Act = SetStateParams["action"];

export function Actions({ record, onRevise }: { record: RecordView; onRevise(): void }) {
  const live = record.state === "live";
  const [verifies, revises, changes] = [live && mayCall("verify"), live && mayCall("revise"), mayCall("set_state")];
  const verify = useAction(async () => {
    await call("verify", { ids: [record.id] });
    return "Verified: it still holds";
  });
  const change = useAction(async (action: Act) => {
    const danger = action === "tombstone";
    const title = danger ? "Erase this record for good?" : "Change this record?";
    const done = await carryOut("set_state", { ids: [record.id], action }, { title, always: danger, danger });
    return done && `Done: ${action}`;
  });
  useShortcuts([
    ...(revises ? [{ keys: "e", does: "Revise this record", run: onRevise }] : []),
    ...(verifies ? [{ keys: "v", does: "Say that it still holds", run: () => void verify.run() }] : []),
  ]);
  const press = (action: Act) => () => void change.run(action);
  return (
    <>
      {verifies && (
        <Button busy={verify.busy} shortcut="v" onClick={() => void verify.run()}>
          Still holds
        </Button>
      )}
      {revises && (
        <Button shortcut="e" onClick={onRevise}>
          Revise
        </Button>
      )}
      {changes && live && (
        <Button onClick={press(record.frozen ? "unfreeze" : "freeze")}>{record.frozen ? "Unfreeze" : "Freeze"}</Button>
      )}
      {changes && live && <Button onClick={press("archive")}>Archive</Button>}
      {changes && record.state === "archived" && <Button onClick={press("restore")}>Restore</Button>}
      {changes && record.state !== "tombstoned" && (
        <Button tone="danger" onClick={press("tombstone")}>
          Erase
        </Button>
      )}
    </>
  );
}
