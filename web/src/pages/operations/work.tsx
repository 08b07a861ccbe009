// What runs in the background? What waits, what failed for good, what the last runs did, and what the next one would do.
import { call, mayCall } from "../../api/call.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation } from "../../api/use-operation.ts";
import { WordBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Handle } from "../../components/handle.tsx";
import { Panel } from "../../components/panel.tsx";
import { Empty, Loading, Problem } from "../../components/problem.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { counted, grouped } from "../../components/wording.ts";
import type { Job, RunView } from "../../contract.ts";
import { useQuery } from "../../routing/query.ts";
import { FILTERS } from "./filters.ts";
import { Passes } from "./passes.tsx";
import { reported } from "./reports.ts";
import { Undo } from "./undo.tsx";

export function Work() {
  const jobs = useOperation("jobs", {});
  const last = useOperation("maintenance_plan", { passes: [] });
  return (
    <div class="stack">
      <Panel title="Jobs" aside={jobs.data && <span class="faint">{told(jobs.data.by_state)}</span>}>
        <Loading active={jobs.loading} />
        <Problem error={jobs.error} onRetry={jobs.reload} />
        {jobs.data && (
          <DataTable
            caption="Jobs"
            columns={JOBS}
            rows={jobs.data.jobs}
            keyOf={(job) => job.id}
            empty={<Empty title="No job waits or runs" />}
          />
        )}
      </Panel>
      <NextRun />
      <Panel title="Last runs">
        <Problem error={last.error} onRetry={last.reload} />
        {last.data && (
          <DataTable
            caption="Last runs, newest first"
            columns={RUNS}
            rows={last.data.runs}
            keyOf={(run) => run.id}
            empty={<Empty title="No run yet" />}
          />
        )}
      </Panel>
    </div>
  );
}

/** What there is to do is found by looking through the whole store: only when somebody wants to know. */
function NextRun() {
  const [{ plan: wanted }, change] = useQuery(FILTERS);
  const plan = useOperation("maintenance_plan", wanted ? {} : undefined, { live: false });
  const start = useAction(async () => {
    const { data } = await call("maintenance_run", {});
    return data.fresh ? "A run is asked for; the next worker takes it" : "Such a run waits already";
  });
  return (
    <Panel
      title="Next run"
      aside={
        <span class="row">
          <Button busy={plan.loading} onClick={() => (wanted ? plan.reload() : change({ plan: true }))}>
            What would it do?
          </Button>
          {mayCall("maintenance_run") && (
            <Button busy={start.busy} onClick={() => void start.run()}>
              Ask for a run
            </Button>
          )}
        </span>
      }
    >
      {!wanted && <p class="faint">Maintenance runs by itself. What it would find takes a while to look up in a large store.</p>}
      <Loading active={plan.loading} label="Looking through the store" />
      <Problem error={plan.error ?? start.error} />
      {plan.data && <Passes passes={plan.data.passes} />}
    </Panel>
  );
}

function told(states: Record<string, number>): string {
  return Object.entries(states)
    .map(([state, count]) => `${grouped(count)} ${state}`)
    .join(", ");
}

const JOBS: readonly Column<Job>[] = [
  { name: "state", title: "State", kind: "narrow", cell: (job) => <WordBadge word={job.state} /> },
  {
    name: "kind",
    title: "What",
    kind: "wide",
    cell: (job) => (
      <>
        <strong>{job.kind}</strong> <span class="faint">{job.about}</span>
        {job.reason && <p>{job.reason}</p>}
      </>
    ),
  },
  { name: "attempts", title: "Attempts", kind: "number", cell: (job) => `${job.attempts} of ${job.max_attempts}` },
  { name: "asked", title: "Asked", kind: "narrow", cell: (job) => <Timestamp at={job.asked_at} /> },
  { name: "next", title: "Next", kind: "narrow", cell: (job) => <Next job={job} /> },
];

function Next({ job }: { job: Job }) {
  const retry = useAction(async () => {
    await call("maintenance_run", { retry: job.id });
    return "It is tried again";
  });
  if (job.state === "parked" && mayCall("maintenance_run")) {
    return (
      <Button busy={retry.busy} onClick={() => void retry.run()}>
        Try again
      </Button>
    );
  }
  if (job.state === "queued") return <Timestamp at={job.next_try_at} />;
  return job.worker ? <code>{job.worker}</code> : null;
}

const RUNS: readonly Column<RunView>[] = [
  { name: "state", title: "State", kind: "narrow", cell: (run) => <WordBadge word={run.state} /> },
  {
    name: "report",
    title: "What it did",
    kind: "wide",
    cell: (run) => (
      <>
        {reported(run.report) || "nothing"}
        {run.reason && <p>{run.reason}</p>}
      </>
    ),
  },
  { name: "changes", title: "Changes", kind: "number", cell: (run) => grouped(run.changes) },
  { name: "started", title: "Started", kind: "narrow", cell: (run) => <Timestamp at={run.started_at} /> },
  { name: "finished", title: "Finished", kind: "narrow", cell: (run) => <Timestamp at={run.finished_at} /> },
  { name: "id", title: "Run", kind: "narrow", cell: (run) => <Handle value={run.id} /> },
  {
    name: "undo",
    title: "Take back",
    kind: "narrow",
    cell: (run) => {
      const title = `Take back the ${counted(run.changes, "change")} of this run?`;
      return run.changes > 0 && <Undo params={{ session_id: run.id }} label="Undo" title={title} />;
    },
  },
];
