// What else did it touch? Every object of a write with its state before and after, and the way to it.
import { Badge } from "../../components/badge.tsx";
import { ChangedFields } from "../../components/changed-fields.tsx";
import { changedFields, movement } from "../../components/fields.ts";
import { Handle } from "../../components/handle.tsx";
import { Panel } from "../../components/panel.tsx";
import { counted, spoken } from "../../components/wording.ts";
import type { DiffEntry, Entry } from "../../contract.ts";
import { addressOf } from "./changes.ts";

export function Changes({ entry }: { entry: Entry }) {
  const untold = entry.change_count - entry.changes.length;
  return (
    <Panel title="Every change" aside={<span class="faint">{counted(entry.change_count, "change")}</span>}>
      <ol class="changes">
        {entry.changes.map((change, index) => (
          <Change key={index} change={change} />
        ))}
      </ol>
      {untold > 0 && <p class="faint">… and {counted(untold, "more", "more")}: a write of this size is shown record by record.</p>}
    </Panel>
  );
}

function Change({ change }: { change: DiffEntry }) {
  const fields = changedFields(change.before, change.after).filter(({ name }) => name !== "state");
  return (
    <li>
      <p class="row">
        <Badge>{spoken(change.change)}</Badge>
        <span>{spoken(change.object_type)}</span>
        <Handle value={change.object_id} to={addressOf(change)} />
        <span class="faint">{movement(change.before, change.after)}</span>
      </p>
      {fields.length > 0 && (
        <details>
          <summary>{fields.map(({ name }) => spoken(name)).join(", ")}</summary>
          <ChangedFields fields={fields} />
        </details>
      )}
    </li>
  );
}
