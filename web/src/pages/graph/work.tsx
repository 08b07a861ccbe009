// What is to be done, and what stands in the way? The WorkGraph as a picture, and its short answers beside it.
import { useMemo } from "preact/hooks";
import { useOperation } from "../../api/use-operation.ts";
import { GraphPicture } from "../../charts/graph-picture.tsx";
import { Facet } from "../../components/facets.tsx";
import { Panel } from "../../components/panel.tsx";
import { Empty, Loading, Problem } from "../../components/problem.tsx";
import { counted } from "../../components/wording.ts";
import type { WorkGraphResult } from "../../contract.ts";
import { recordAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { type Choices, STATUSES, workParams } from "./filters.ts";
import { useNames } from "./use-names.ts";
import { workGraph } from "./work-graph.ts";

/** As many as are read at a glance; thousands may be ready. */
const MOST_NAMED = 12;

interface WorkProps {
  choices: Choices;
  change(changed: Partial<Choices>): void;
}

export function Work({ choices, change }: WorkProps) {
  const { data, error, loading, reload } = useOperation("work_graph", workParams(choices));
  const graph = useNames(useMemo(() => data && workGraph(data), [data]));
  return (
    <div class="stack">
      <Facet title="Status" values={STATUSES} chosen={choices.status} onChoose={(status) => change({ status })} />
      <Loading active={loading} />
      <Problem error={error} onRetry={reload} />
      {data && graph && graph.nodes.length > 0 && (
        <>
          <GraphPicture title="Work" {...graph} />
          {data.total > data.items.length && (
            <p class="faint">
              The first {data.items.length} of {counted(data.total, "item")} are drawn. Choose a status, or look around one record.
            </p>
          )}
          <Answers result={data} />
        </>
      )}
      {data && graph?.nodes.length === 0 && (
        <Empty title="No work is held">Goals, tasks, blockers and questions appear here once somebody records them.</Empty>
      )}
    </div>
  );
}

/** What the picture does not say at a glance. */
function Answers({ result }: { result: WorkGraphResult }) {
  const names = new Map(result.items.map(({ record }) => [record.id, record]));
  const lists: [title: string, ids: readonly string[]][] = [
    ["Ready to begin", result.ready],
    ["Waits for something", result.blocked],
    ["Overdue", result.overdue],
    ["Due next", result.deadlines.map((deadline) => deadline.record_id)],
    ["Waits for itself", result.circles.map((circle) => circle[0] ?? "")],
  ];
  return (
    <div class="columns">
      {lists
        .filter(([, ids]) => ids.length > 0)
        .map(([title, ids]) => (
          <Panel key={title} title={title} aside={<span class="count">{ids.length}</span>}>
            <ul>
              {ids.slice(0, MOST_NAMED).map((id) => (
                <li key={id}>
                  <Link to={recordAddress(names.get(id)?.handle ?? id)}>{names.get(id)?.statement ?? id}</Link>
                </li>
              ))}
            </ul>
            {ids.length > MOST_NAMED && <p class="faint">The {MOST_NAMED} most pressing of {ids.length}.</p>}
          </Panel>
        ))}
    </div>
  );
}
