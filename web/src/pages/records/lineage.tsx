// What was it before, and who changed it? The versions over time, what each one changed, and every event.
import { useOperation } from "../../api/use-operation.ts";
import { LifeLines } from "../../charts/life-lines.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { TextDiff } from "../../components/text-diff.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { counted, spoken, written } from "../../components/wording.ts";
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
    cell: (event) => <Link to={operationAddress(event.operation_id)}>{spoken(event.operation)}</Link>,
  },
];

export function Lineage({ id, knownAt }: { id: string; knownAt: string }) {
  const { data, error, reload } = useOperation("history", { id, ...(knownAt ? { known_at: knownAt } : {}) });
  if (!data) return <Problem error={error} onRetry={reload} />;
  return (
    <Panel title="Life cycle and lineage" aside={<span class="faint">{counted(data.versions.length, "version")}</span>}>
      <LifeLines versions={data.versions} events={data.events} current={id} />
      {data.versions.map((version) => (
        <Changed key={version.id} version={version} versions={data.versions} open={version.id === id} />
      ))}
      <details>
        <summary>What was done to it ({data.events.length})</summary>
        <DataTable
          caption="Events"
          columns={COLUMNS}
          rows={data.events}
          keyOf={(event) => `${event.operation_id} ${event.record_id} ${event.change}`}
        />
      </details>
    </Panel>
  );
}

interface ChangedProps {
  version: RecordView;
  versions: readonly RecordView[];
  open: boolean;
}

/** What a version changed in the one that it replaced. */
function Changed({ version, versions, open }: ChangedProps) {
  const replaced = versions.find((one) => one.id === version.supersedes);
  if (version.statement === undefined || replaced?.statement === undefined) return null;
  return (
    <details open={open} class="version-diff">
      <summary>
        What <code>{version.handle}</code> changed on {written(new Date(version.recorded_at))}
      </summary>
      <TextDiff
        layout="sides"
        before={replaced.statement}
        after={version.statement}
        titles={[`Before: ${replaced.handle}`, `After: ${version.handle}`]}
      />
    </details>
  );
}
