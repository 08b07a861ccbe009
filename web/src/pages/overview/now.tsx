// What is there, what needs a person, and what happened lately?
import type { Answer } from "../../api/call.ts";
import { useOperation } from "../../api/use-operation.ts";
import { BarChart } from "../../charts/bar-chart.tsx";
import { HeatMap } from "../../charts/heat-map.tsx";
import { Handle } from "../../components/handle.tsx";
import { Figures, Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { grouped, spoken } from "../../components/wording.ts";
import type { HealthResult, Summary } from "../../contract.ts";
import { journalAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { concernsOf } from "./attention.ts";
import { Changes, Sessions, Waiting } from "./recent.tsx";

export function Now({ health }: { health: Answer<"health"> }) {
  const inspected = useOperation("inspect", {});
  const project = inspected.data?.project;
  return (
    <div class="stack">
      <Problem error={inspected.error} onRetry={inspected.reload} />
      {project && <Counts project={project} health={health.data} />}
      <div class="columns">
        <div class="stack">
          <Attention health={health} />
          <Sessions />
        </div>
        <Waiting counts={health.data.reviews_by_kind} />
      </div>
      <Activity />
      <div class="columns">
        <Changes />
        {project && <Kinds project={project} />}
      </div>
    </div>
  );
}

function Counts({ project, health }: { project: Summary; health: HealthResult }) {
  const waiting = health.waiting_for_review;
  return (
    <Figures
      figures={[
        { label: "Records held", value: <Link to="/records">{grouped(project.by_state.live ?? 0)}</Link> },
        { label: "Waiting for a decision", value: <Link to="/inbox">{grouped(waiting)}</Link> },
        { label: "Pieces of evidence", value: grouped(project.evidence) },
        { label: "Sessions", value: <Link to="/timeline">{grouped(project.sessions)}</Link> },
        { label: "Writes", value: <Link to="/operations">{grouped(project.snapshot_seq)}</Link> },
        { label: "Newest backup", value: <Backup at={health.newest_backup_at} /> },
      ]}
    />
  );
}

function Backup({ at }: { at: string | undefined }) {
  return <Link to="/backups">{at ? <Timestamp at={at} relative /> : "none"}</Link>;
}

function Attention({ health }: { health: Answer<"health"> }) {
  const examined = useOperation("doctor", {}, { live: false });
  const concerns = concernsOf(health.remediation, examined.data?.findings ?? []);
  return (
    <Panel title="Needs attention" aside={<Link to="/doctor">Doctor</Link>}>
      <Problem error={examined.error} onRetry={examined.reload} />
      {concerns.length === 0 && examined.data && <p>Nothing. Store, files, backups and configuration are in order.</p>}
      <ul class="lines">
        {concerns.map((concern) => (
          <li key={concern.message}>
            <p>{concern.message}</p>
            <p class="row">
              <Link to={concern.to}>{concern.place}</Link>
              {concern.command && <Handle value={concern.command} />}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Activity() {
  const { data, error, reload } = useOperation("metrics", { range: "365d", bucket: "day", growth: false });
  if (!data) return <Problem error={error} onRetry={reload} />;
  return (
    <HeatMap
      title="Writes in the last year"
      days={new Map(data.writes.map((bucket) => [bucket.start, bucket.writes]))}
      until={new Date().toISOString().slice(0, 10)}
      unit="write"
      linkOf={(day) => journalAddress({ day })}
    />
  );
}

function Kinds({ project }: { project: Summary }) {
  const bars = Object.entries(project.by_kind)
    .map(([kind, count]) => ({ name: spoken(kind), values: [count] }))
    .sort((one, other) => (other.values[0] ?? 0) - (one.values[0] ?? 0));
  return <BarChart title="Records by kind, in every state" bars={bars} parts={["records"]} along="kind" />;
}
