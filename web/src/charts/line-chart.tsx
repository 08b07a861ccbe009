// How did it go? One or several lines over the same steps.
import { brief, shownLabels, ticks } from "./scale.ts";
import { ChartFrame, seriesOf } from "./chart-frame.tsx";
import { MARGIN, Rungs } from "./rungs.tsx";

export interface Series {
  name: string;
  /** One value for each label; undefined where nothing was measured. */
  values: readonly (number | undefined)[];
}

interface LineChartProps {
  title: string;
  labels: readonly string[];
  series: readonly Series[];
  /** What the labels are: “day”, “age in days”. */
  along: string;
  /** The top of the axis, where it is known (1 for shares). */
  top?: number;
  height?: number;
}


export function LineChart({ title, labels, series, along, top, height = 200 }: LineChartProps) {
  const all = series.flatMap((one) => one.values.filter((value) => value !== undefined));
  const last = series.map((one) => `${one.name} ends at ${brief(one.values.findLast((value) => value !== undefined) ?? 0)}`);
  return (
    <ChartFrame
      title={title}
      summary={`${labels.length} steps (${along}) from ${labels[0] ?? "–"} to ${labels.at(-1) ?? "–"}. ${last.join(", ")}.`}
      numbers={{
        head: [along, ...series.map((one) => one.name)],
        rows: labels.map((label, index) => [label, ...series.map((one) => one.values[index] ?? "–")]),
      }}
      legend={series.map((one) => one.name)}
      draw={(width) => <Lines {...{ labels, series, width, height }} steps={ticks(top ?? Math.max(0, ...all))} />}
    />
  );
}

interface LinesProps {
  labels: readonly string[];
  series: readonly Series[];
  width: number;
  height: number;
  steps: readonly number[];
}

function Lines({ labels, series, width, height, steps }: LinesProps) {
  const inside = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };
  const highest = steps.at(-1) ?? 1;
  const x = (index: number) => MARGIN.left + (labels.length > 1 ? (index / (labels.length - 1)) * inside.width : inside.width / 2);
  const y = (value: number) => MARGIN.top + inside.height - (value / highest) * inside.height;
  return (
    <svg width={width} height={height} aria-hidden="true">
      <Rungs steps={steps} width={width} y={y} />
      {shownLabels(labels.length, inside.width).map((index) => (
        <text key={index} class="tick" x={x(index)} y={height - 6} text-anchor={anchorOf(index, labels.length)}>
          {labels[index]}
        </text>
      ))}
      {series.map((one, place) => (
        <g key={one.name} data-series={seriesOf(place)}>
          <path class="line" d={pathOf(one.values, x, y)} />
          {one.values.map((value, index) =>
            value === undefined ? null : (
              <circle key={index} class="dot" cx={x(index)} cy={y(value)} r={labels.length > 40 ? 1.5 : 3}>
                <title>{`${labels[index]}: ${one.name} ${value}`}</title>
              </circle>
            ),
          )}
        </g>
      ))}
    </svg>
  );
}

function anchorOf(index: number, length: number): "start" | "middle" | "end" {
  if (length > 1 && index === 0) return "start";
  return length > 1 && index === length - 1 ? "end" : "middle";
}

/** Lifts the pen where nothing was measured. */
function pathOf(
  values: readonly (number | undefined)[],
  x: (index: number) => number,
  y: (value: number) => number,
): string {
  let down = false;
  return values
    .map((value, index) => {
      if (value === undefined) {
        down = false;
        return "";
      }
      const command = `${down ? "L" : "M"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
      down = true;
      return command;
    })
    .join("");
}
