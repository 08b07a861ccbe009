// What did it change in what is held? Each record before and after, word by word.
import { useOperation } from "../../api/use-operation.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { FieldValue } from "../../components/field-value.tsx";
import { Handle } from "../../components/handle.tsx";
import { KeyValues, Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { TextDiff } from "../../components/text-diff.tsx";
import { counted, spoken, titled } from "../../components/wording.ts";
import type { Difference } from "../../contract.ts";
import { recordAddress } from "../../routing/addresses.ts";

const TONES: Record<Difference["change"], Tone> = { added: "good", removed: "bad", changed: "warn" };
/** More is read record by record. */
const MOST_SHOWN = 50;

export function Differences({ id }: { id: string }) {
  const { data, error, reload } = useOperation("diff", { operation_id: id, everywhere: true, limit: MOST_SHOWN }, { live: false });
  if (!data) return <Problem error={error} onRetry={reload} />;
  if (data.total + data.withheld + data.erased.length === 0) return null;
  return (
    <Panel title="In what is held" aside={<span class="faint">{counted(data.total, "record")}</span>}>
      <div class="stack">
        {data.differences.map((difference) => (
          <Shown key={difference.lineage} difference={difference} />
        ))}
        {data.truncated && <p class="faint">Only the first {MOST_SHOWN} are shown.</p>}
        {data.withheld > 0 && <p class="faint">{counted(data.withheld, "sensitive record is", "sensitive records are")} not shown.</p>}
        {data.erased.length > 0 && <p class="faint">{counted(data.erased.length, "record was", "records were")} erased since.</p>}
      </div>
    </Panel>
  );
}

function Shown({ difference }: { difference: Difference }) {
  const { before, after, change } = difference;
  const record = after ?? before;
  const fields = difference.fields.filter(({ name }) => name !== "statement");
  return (
    <article class="difference">
      <p class="row">
        <Badge tone={TONES[change]}>{change}</Badge>
        <span class="faint">{spoken(difference.kind)}</span>
        {record && <Handle value={`m:${record.handle}`} to={recordAddress(record.handle)} />}
        {record?.subject_key && <code>{record.subject_key}</code>}
      </p>
      {change === "changed" ? (
        <TextDiff layout="sides" before={before?.statement} after={after?.statement} />
      ) : (
        <p class="statement">{change === "added" ? <ins>{record?.statement}</ins> : <del>{record?.statement}</del>}</p>
      )}
      {change === "changed" && fields.length > 0 && (
        <KeyValues pairs={fields.map((field) => [titled(field.name), <Change field={field} />])} />
      )}
    </article>
  );
}

function Change({ field }: { field: Difference["fields"][number] }) {
  return (
    <>
      <del>
        <FieldValue value={field.old} none="nothing" />
      </del>{" "}
      →{" "}
      <ins>
        <FieldValue value={field.new} none="nothing" />
      </ins>
    </>
  );
}
