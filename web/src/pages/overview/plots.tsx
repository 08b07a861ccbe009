// How did it go until now, and how will it go on? Pictures of numbers, each with its table.
import { useOperation } from "../../api/use-operation.ts";
import { CurveChart } from "../../charts/curve-chart.tsx";
import { Select } from "../../components/field.tsx";
import { DAY_MS } from "../../components/moments.ts";
import { Problem } from "../../components/problem.tsx";
import { titled } from "../../components/wording.ts";
import { useQuery } from "../../routing/query.ts";
import { Cache } from "./cache.tsx";
import { Decay } from "./decay.tsx";
import { dayOf, growthCurve } from "./over-time.ts";
import { Recall } from "./quality.tsx";
import { Tokens } from "./tokens.tsx";
import { metricsParams, PLOTS, RANGES } from "./views.ts";

const GROWING = ["records", "evidence", "episodes"] as const;

export function Plots() {
  const [{ range, measure, cache }, change] = useQuery(PLOTS);
  const params = metricsParams(range);
  const { data, error, reload } = useOperation("metrics", params);
  const today = dayOf(Date.now());
  return (
    <div class="stack">
      <div class="row">
        <Select label="Over the last" value={range} options={RANGES} onValue={(value) => change({ range: value })} />
      </div>
      <Problem error={error} onRetry={reload} />
      {data && (
        <>
          <div class="columns">
            {GROWING.map((name) => (
              <CurveChart
                key={name}
                title={`${titled(name)} over time`}
                curves={[growthCurve(data.growth, name, today)]}
                along={params.bucket === "week" ? "week of" : "day"}
                say={dayOf}
                unit={DAY_MS}
                shape="steps"
                height={160}
              />
            ))}
          </div>
          <Tokens metrics={data} bucket={params.bucket ?? "day"} today={today} />
        </>
      )}
      <Recall measure={measure} onMeasure={(value) => change({ measure: value })} />
      <Cache step={cache} onStep={(step) => change({ cache: step })} />
      <Decay />
    </div>
  );
}
