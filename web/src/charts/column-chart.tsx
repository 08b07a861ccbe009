// How much was it, step by step, and of whom? One column for each step, made of stretches.
import { counted } from "../components/wording.ts";
import { ChartFrame, seriesOf } from "./chart-frame.tsx";
import { MARGIN, Rungs } from "./rungs.tsx";
import { brief, shownLabels, ticks } from "./scale.ts";

export interface Series {
  name: string;
  /** One number for each label. */
  values: readonly number[];
}

interface ColumnChartProps {
  title: string;
  labels: readonly string[];
  /** What the columns are made of, from the bottom up. */
  parts: readonly Series[];
  /** What the labels are: “day”, “week of”. */
  along: string;
  /** What is counted: “token”. */
  unit: string;
  height?: number;
}

/** A column takes so much of its step, and never more than this many pixels. */
const FILLED = 0.75;
const WIDEST = 36;
/** How wide a date is written, in pixels. */
const LABEL = 68;

export function ColumnChart({ title, labels, parts, along, unit, height = 200 }: ColumnChartProps) {
  const heights = labels.map((_, index) => parts.reduce((sum, part) => sum + (part.values[index] ?? 0), 0));
  const sums = parts.map((part) => `${part.name} ${brief(part.values.reduce((sum, value) => sum + value, 0))}`);
  return (
    <ChartFrame
      title={title}
      summary={`${counted(heights.reduce((sum, value) => sum + value, 0), unit)} in all: ${sums.join(", ")}.`}
      numbers={{
        head: [along, ...parts.map((part) => part.name)],
        rows: labels.map((label, index) => [label, ...parts.map((part) => part.values[index] ?? 0)]),
      }}
      legend={parts.map((part) => part.name)}
      draw={(width) => <Columns {...{ labels, parts, width, height }} steps={ticks(Math.max(0, ...heights))} />}
    />
  );
}

interface ColumnsProps extends Pick<ColumnChartProps, "labels" | "parts"> {
  width: number;
  height: number;
  steps: readonly number[];
}

function Columns({ labels, parts, width, height, steps }: ColumnsProps) {
  const inside = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };
  const stride = inside.width / Math.max(1, labels.length);
  const wide = Math.min(WIDEST, stride * FILLED);
  const middle = (index: number) => MARGIN.left + stride * (index + 0.5);
  // The last label of narrow columns ends where the picture ends: in the middle of its column it would be cut.
  const edge = (index: number) => (index > 0 && middle(index) + LABEL / 2 > width ? width - 1 : middle(index));
  const y = (value: number) => MARGIN.top + inside.height * (1 - value / (steps.at(-1) ?? 1));
  return (
    <svg width={width} height={height} aria-hidden="true">
      <Rungs steps={steps} width={width} y={y} />
      {shownLabels(labels.length, inside.width - stride).map((index) => (
        <text key={index} class="tick" x={edge(index)} y={height - 6} text-anchor={edge(index) > middle(index) ? "end" : "middle"}>
          {labels[index]}
        </text>
      ))}
      {labels.map((label, index) => {
        let below = 0;
        return parts.map((part, place) => {
          const value = part.values[index] ?? 0;
          below += value;
          return (
            value > 0 && (
              <g key={`${label} ${part.name}`} data-series={seriesOf(place)}>
                <rect class="bar" x={middle(index) - wide / 2} y={y(below)} width={wide} height={y(below - value) - y(below)}>
                  <title>{`${label}: ${part.name} ${brief(value)}`}</title>
                </rect>
              </g>
            )
          );
        });
      })}
    </svg>
  );
}
