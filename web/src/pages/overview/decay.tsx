// How fast does each kind grow old? What the ranking leaves of a record's recency, by its age.
import { useOperation } from "../../api/use-operation.ts";
import { CurveChart } from "../../charts/curve-chart.tsx";
import { Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { decayCurves } from "./ageing.ts";

export function Decay() {
  const { data, error, reload } = useOperation("templates", {}, { live: false });
  return (
    <Panel title="Decay by kind">
      <div class="stack">
        <Problem error={error} onRetry={reload} />
        {data && (
          <CurveChart
            title="Recency left in the ranking"
            curves={decayCurves(data.templates)}
            along="age in days"
            say={(days) => String(Math.round(days))}
            top={1}
            height={240}
          />
        )}
        <p class="faint">
          Old is not wrong: a record only counts as less recent than a newer one that answers as well. What was learned from
          sessions and never decided about also fades out of use; each record says when.
        </p>
      </div>
    </Panel>
  );
}
