// How does a person correct a statement? In place, with the change shown word by word before it is kept.
import { useState } from "preact/hooks";
import { carryOut } from "../../api/carry-out.ts";
import { useAction } from "../../api/use-action.ts";
import { Button } from "../../components/button.tsx";
import { Field, TextArea } from "../../components/field.tsx";
import { Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { TextDiff } from "../../components/text-diff.tsx";
import type { RecordView } from "../../contract.ts";
import { recordAddress } from "../../routing/addresses.ts";
import { navigate } from "../../routing/route.ts";

export function Revise({ record, onDone }: { record: RecordView; onDone(): void }) {
  const before = record.statement ?? "";
  const [statement, setStatement] = useState(before);
  const [reason, setReason] = useState("");
  const save = useAction(async () => {
    const params = { id: record.id, expected_id: record.id, statement, reason: reason || undefined };
    const done = await carryOut("revise", params, { title: "Revise this record?" });
    if (!done) return undefined;
    onDone();
    navigate(recordAddress(done.data.handle));
    return "Revised: the earlier version stays in its lineage";
  });
  const submit = (event: Event) => {
    event.preventDefault();
    void save.run();
  };
  return (
    <Panel title="Revise the statement">
      <form class="form" onSubmit={submit} onKeyDown={(event) => event.key === "Escape" && onDone()}>
        <TextArea label="Statement" value={statement} onValue={setStatement} required autofocus />
        <Field label="Why" hint="For the journal" value={reason} onValue={setReason} maxLength={512} />
        {statement !== before && <TextDiff before={before} after={statement} />}
        <Problem error={save.error} />
        <div class="row">
          <Button tone="primary" type="submit" busy={save.busy} disabled={statement === before || !statement.trim()}>
            Keep the new version
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </div>
      </form>
    </Panel>
  );
}
