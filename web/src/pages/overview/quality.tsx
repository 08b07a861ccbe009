// Did finding become better or worse? What evaluations measured here, run after run, with how sure it is.
import { useOperation } from "../../api/use-operation.ts";
import { CurveChart } from "../../charts/curve-chart.tsx";
import { Select } from "../../components/field.tsx";
import { Handle } from "../../components/handle.tsx";
import { DAY_MS } from "../../components/moments.ts";
import { Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { counted } from "../../components/wording.ts";
import type { EvaluationRun } from "../../contract.ts";
import { dayOf } from "./over-time.ts";
import { measuresOf, recallCurves } from "./recall.ts";

interface RecallProps {
  measure: string;
  onMeasure(measure: string): void;
}

export function Recall({ measure, onMeasure }: RecallProps) {
  const { data, error, reload } = useOperation("evaluations", {});
  return (
    <Panel title="Recall quality over time">
      <Problem error={error} onRetry={reload} />
      {data?.runs.length === 0 && (
        <p class="row">
          Nothing was measured here yet. Measure a folder of questions: <Handle value="python -m tools.evaluation retrieval DIR" />
        </p>
      )}
      {data && data.runs.length > 0 && <Runs runs={data.runs} measure={measure} onMeasure={onMeasure} />}
    </Panel>
  );
}

function Runs({ runs, measure, onMeasure }: RecallProps & { runs: readonly EvaluationRun[] }) {
  const measures = measuresOf(runs);
  const chosen = measures.find(({ value }) => value === measure) ?? measures[0];
  if (!chosen) return <p>{counted(runs.length, "run")} without a figure.</p>;
  const newest = runs.at(-1);
  return (
    <div class="stack">
      <div class="row">
        <Select label="Measure" value={chosen.value} options={measures} onValue={onMeasure} />
      </div>
      <CurveChart
        title={`${chosen.label}, by set`}
        curves={recallCurves(runs, chosen.value)}
        along="day"
        say={dayOf}
        unit={DAY_MS}
        top={1}
      />
      <p class="faint">
        {counted(runs.length, "run")}, the newest with Phantasm {newest?.version}
        {newest?.commit && ` at ${newest.commit.slice(0, 7)}`}. A band is where the figure lies in 95 % of the samples.
      </p>
    </div>
  );
}
