// What runs by itself, and what would it do next? Jobs as they stand, and the plan of maintenance on request.
import { useOperation } from "../../api/use-operation.ts";
import { WordBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Panel } from "../../components/panel.tsx";
import { Empty, Loading, Problem } from "../../components/problem.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { counted, grouped, spoken, titled } from "../../components/wording.ts";
import type { Job } from "../../contract.ts";
import { Passes } from "../operations/passes.tsx";

/** What waits, runs or has failed; what is done is history. */
const OPEN = { states: ["running", "parked", "queued"], limit: 20 } as const;

const JOBS: readonly Column<Job>[] = [
  { name: "kind", title: "Job", kind: "narrow", cell: (job) => `${titled(job.kind)}${job.about ? ` (${job.about})` : ""}` },
  { name: "reason", title: "Why it failed", kind: "wide", cell: (job) => job.reason ?? "" },
  { name: "state", title: "State", kind: "narrow", cell: (job) => <WordBadge word={job.state} /> },
  { name: "tries", title: "Tries", kind: "number", cell: (job) => `${job.attempts} of ${job.max_attempts}` },
  { name: "at", title: "Asked", kind: "narrow", cell: (job) => <Timestamp at={job.asked_at} /> },
];

export function Background({ planned, onPlanned }: { planned: boolean; onPlanned(): void }) {
  return (
    <>
      <Jobs />
      <Plan planned={planned} onPlanned={onPlanned} />
    </>
  );
}

function Jobs() {
  const { data, error, loading, reload } = useOperation("jobs", { states: [...OPEN.states], limit: OPEN.limit });
  return (
    <Panel
      title="Background jobs"
      aside={
        <span class="row">
          {Object.entries(data?.by_state ?? {}).map(([state, count]) => (
            <span key={state} class="faint">
              {spoken(state)} {grouped(count)}
            </span>
          ))}
        </span>
      }
    >
      <DataTable
        caption="Jobs that wait, run or have failed"
        columns={JOBS}
        rows={data?.jobs ?? []}
        {...{ error, reload }}
        loading={loading && !data}
        keyOf={(job) => job.id}
        empty={<Empty title="No job waits or runs" />}
      />
    </Panel>
  );
}

function Plan({ planned, onPlanned }: { planned: boolean; onPlanned(): void }) {
  const { data, error, loading, reload } = useOperation("maintenance_plan", planned ? {} : undefined, { live: false });
  return (
    <Panel
      title="Maintenance"
      aside={
        <Button busy={loading} onClick={planned ? reload : onPlanned}>
          {planned ? "Plan again" : "Show the plan"}
        </Button>
      }
    >
      <Loading active={loading} label="Working out the plan" />
      <Problem error={error} onRetry={reload} />
      {!planned && <p>Works out what the next consolidation would take up. It looks through the whole store, and changes nothing.</p>}
      {data && <Passes passes={data.passes} />}
      {data?.runs[0] && (
        <p class="faint">
          Last run <Timestamp at={data.runs[0].started_at} />: {spoken(data.runs[0].state)}, {counted(data.runs[0].changes, "change")}.
        </p>
      )}
    </Panel>
  );
}
