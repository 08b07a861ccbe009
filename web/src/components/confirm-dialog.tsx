// What exactly is about to happen? The preview of a write, and the person's word for it.
import { useEffect, useState } from "preact/hooks";
import { pending, type Pending } from "../api/carry-out.ts";
import type { DiffEntry } from "../contract.ts";
import { useRoute } from "../routing/route.ts";
import { useStore } from "../state/store.ts";
import { Badge } from "./badge.tsx";
import { Button } from "./button.tsx";
import { ChangedFields } from "./changed-fields.tsx";
import { Dialog } from "./dialog.tsx";
import { Field } from "./field.tsx";
import { changedFields, movement, statementOf } from "./fields.ts";
import { JsonView } from "./json-view.tsx";
import { counted, shortened, spoken } from "./wording.ts";

/** Rows of a preview that are shown; the count above says how many there are. */
const MOST_SHOWN = 50;
/** As much of a statement as one line has room for; what changes in it stands below in full. */
const SAID_CHARACTERS = 80;
const NAME = "phantasm.person";

/** Shown by the shell whenever a write waits for a person. */
export function ConfirmDialog() {
  const waiting = useStore(pending);
  const { path } = useRoute();
  // Whoever goes elsewhere, as the browser's own buttons allow, has not confirmed anything.
  useEffect(() => () => pending.get()?.decide(undefined), [path]);
  return waiting ? <Asking key={waiting.key} waiting={waiting} /> : null;
}

function Asking({ waiting }: { waiting: Pending }) {
  const [reason, setReason] = useState("");
  const [person, setPerson] = useState(localStorage.getItem(NAME) ?? "");
  const ready = !waiting.demanded || (reason.trim() !== "" && person.trim() !== "");
  const confirm = (event: Event) => {
    event.preventDefault();
    if (!ready) return;
    if (waiting.demanded) localStorage.setItem(NAME, person.trim());
    waiting.decide({ reason: reason.trim(), approvedBy: person.trim() });
  };
  const cancel = () => waiting.decide(undefined);
  return (
    <Dialog
      title={waiting.title}
      wide
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>Cancel</Button>
          <Button tone={waiting.danger ? "danger" : "primary"} type="submit" form="confirmation" disabled={!ready}>
            Confirm
          </Button>
        </>
      }
    >
      {waiting.warning && <p class="problem">{waiting.warning}</p>}
      {Object.keys(waiting.target).length > 0 && <JsonView value={waiting.target} open={1} />}
      {/* What replaces the store as a whole has no diff: the warning tells what it does. */}
      {(waiting.preview?.changes || !waiting.warning) && (
        <PreviewView entries={waiting.preview?.diff ?? []} changes={waiting.preview?.changes ?? 0} />
      )}
      <form id="confirmation" class="form" onSubmit={confirm}>
        <Field label="Why" value={reason} onValue={setReason} required={waiting.demanded} maxLength={512} autofocus />
        {waiting.demanded && (
          <Field label="Your name, for the journal" value={person} onValue={setPerson} required maxLength={200} />
        )}
      </form>
    </Dialog>
  );
}

/** What a dry run would have changed, object by object. */
export function PreviewView({ entries, changes }: { entries: readonly DiffEntry[]; changes: number }) {
  return (
    <div class="preview">
      <p class="lead">{changes === 0 ? "Nothing in the store would change." : `${counted(changes, "change")}:`}</p>
      {entries.slice(0, MOST_SHOWN).map((entry) => (
        <Changed key={`${entry.object_type} ${entry.object_id} ${entry.change}`} entry={entry} />
      ))}
      {entries.length > MOST_SHOWN && <p class="faint">… and {entries.length - MOST_SHOWN} more</p>}
    </div>
  );
}

function Changed({ entry }: { entry: DiffEntry }) {
  const fields = changedFields(entry.before, entry.after);
  const said = statementOf(entry.after) ?? statementOf(entry.before);
  return (
    <details class="changed" open={fields.some((field) => field.name === "statement")}>
      <summary>
        <Badge>{spoken(entry.change)}</Badge> {spoken(entry.object_type)}{" "}
        <span class="faint">{movement(entry.before, entry.after)}</span>{" "}
        {said ? <q>{shortened(said, SAID_CHARACTERS)}</q> : <code>{entry.object_id}</code>}
      </summary>
      <ChangedFields fields={fields} />
    </details>
  );
}
