// How does it lose weight with time? What the ranking takes from age, and when it is archived if nobody uses it.
import { CurveChart } from "../../charts/curve-chart.tsx";
import { Panel } from "../../components/panel.tsx";
import { counted } from "../../components/wording.ts";
import type { DecayView } from "../../contract.ts";

export function Decay({ decay }: { decay: DecayView }) {
  const { fading, points } = decay;
  const dates = new Map(points.map((point) => [point.days, point.on]));
  const curves = [
    { name: "recency in the ranking", points: points.map((point) => ({ x: point.days, y: point.recency })) },
    ...(fading
      ? [{ name: "strength", points: points.flatMap((point) => (point.strength === undefined ? [] : [{ x: point.days, y: point.strength }])) }]
      : []),
  ];
  return (
    <Panel title="How it fades">
      <p class="lead">
        It counts half as recent every {counted(Math.round(decay.half_life_days), "day")}; it is {counted(decay.age_days, "day")} old.{" "}
        {fading ? `Unless it is used, it is archived on ${fading.on}.` : `It is never archived by age alone: ${decay.why}.`}
      </p>
      <CurveChart
        title="From today on"
        curves={curves}
        along="date"
        say={(days) => dates.get(days) ?? `in ${counted(Math.round(days), "day")}`}
        top={1}
        bound={fading && { name: "archived below", at: fading.archived_below }}
        height={170}
      />
    </Panel>
  );
}
