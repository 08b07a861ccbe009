// How does a person correct a statement? In place, with the change shown word by word and tried before it is kept.
import { useState } from "preact/hooks";
import { carryOut } from "../../api/carry-out.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../components/button.tsx";
import { TextArea } from "../../components/field.tsx";
import { MomentField } from "../../components/moment-field.tsx";
import { Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { TextDiff } from "../../components/text-diff.tsx";
import type { RecordView } from "../../contract.ts";
import { recordAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { navigate } from "../../routing/route.ts";

export function Revise({ record, onDone }: { record: RecordView; onDone(): void }) {
  const before = record.statement ?? "";
  const [statement, setStatement] = useState(before);
  const [since, setSince] = useState("");
  const save = useAction(async () => {
    const params = { id: record.id, expected_id: record.id, statement, valid_from: since || undefined };
    const done = await carryOut("revise", params, { title: "Revise this record?", always: true });
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
        {statement !== before && <TextDiff before={before} after={statement} />}
        <details>
          <summary>Since when it is true</summary>
          <MomentField label="True since" hint="Now when left out; a moment in the past corrects the past" value={since} onValue={setSince} />
        </details>
        <Problem error={save.error} />
        {save.error?.code === "stale_target" && <Newer id={record.id} />}
        <div class="row">
          <Button tone="primary" type="submit" busy={save.busy} disabled={statement === before || !statement.trim()}>
            Try the new version
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </div>
      </form>
    </Panel>
  );
}

/** Somebody was quicker: where the newer version is, while what was typed stays here. */
function Newer({ id }: { id: string }) {
  const { data, error, reload } = useOperation("history", { id });
  if (!data) return <Problem error={error} onRetry={reload} />;
  const newer = data.versions.find((version) => version.id === data.live);
  return (
    <p class="lead">
      Somebody changed it meanwhile, and what you typed is still here.{" "}
      {newer ? (
        <>
          Now it says “{newer.statement}”. <Link to={recordAddress(newer.handle)}>Open the newer version</Link>
        </>
      ) : (
        "It is no longer held."
      )}
    </p>
  );
}
