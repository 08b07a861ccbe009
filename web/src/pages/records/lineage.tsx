// What was it before, and who changed it? The versions as a picture, and every event with the operation behind it.
import { useOperation } from "../../api/use-operation.ts";
import { LineagePicture } from "../../charts/lineage-picture.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { TextDiff } from "../../components/text-diff.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { counted, spoken } from "../../components/wording.ts";
import type { Event, RecordView } from "../../contract.ts";
import { operationAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";

const COLUMNS: readonly Column<Event>[] = [
  { name: "at", title: "When", kind: "narrow", cell: (event) => <Timestamp at={event.at} /> },
  {
    name: "change",
    title: "What",
    kind: "wide",
    cell: (event) => (
      <>
        {spoken(event.change)}
        {event.before !== event.after && ` (${[event.before, event.after].filter(Boolean).map((state) => spoken(state ?? "")).join(" → ")})`}
        {event.reason && `: ${event.reason}`}
      </>
    ),
  },
  { name: "who", title: "By", kind: "narrow", cell: (event) => event.actor ?? event.profile },
  {
    name: "operation",
    title: "Operation",
    kind: "narrow",
    cell: (event) => <Link to={operationAddress(event.operation_id)}>{event.operation}</Link>,
  },
];

export function Lineage({ id }: { id: string }) {
  const { data, error, reload } = useOperation("history", { id });
  if (!data) return <Problem error={error} onRetry={reload} />;
  const versions = data.versions.map((version) => ({ ...version, at: version.recorded_at }));
  return (
    <>
      <Panel title="Lineage" aside={<span class="faint">{counted(versions.length, "version")}</span>}>
        <LineagePicture versions={versions} current={id} />
        <Last versions={data.versions} id={id} />
      </Panel>
      <Panel title="What was done to it">
        <DataTable
          caption="Events"
          columns={COLUMNS}
          rows={data.events}
          keyOf={(event) => `${event.operation_id} ${event.record_id} ${event.change}`}
        />
      </Panel>
    </>
  );
}

/** What the shown version changed in the one that it replaced. */
function Last({ versions, id }: { versions: readonly RecordView[]; id: string }) {
  const shown = versions.find((version) => version.id === id);
  const replaced = versions.find((version) => version.id === shown?.supersedes);
  if (!shown?.statement || !replaced?.statement) return null;
  return (
    <details>
      <summary>What this version changed</summary>
      <TextDiff layout="sides" before={replaced.statement} after={shown.statement} titles={["Before", "This version"]} />
    </details>
  );
}
