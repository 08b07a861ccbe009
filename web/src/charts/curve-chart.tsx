// How does one number go with another? Curves over time or over any number, with how sure they are and a bound.
import { ChartFrame, roundOf, seriesOf } from "./chart-frame.tsx";
import { MARGIN, Rungs } from "./rungs.tsx";
import { bandPath, type Curve, curvePath, curveTable, extent, type Shape, spread } from "./curves.ts";
import { brief, ticks } from "./scale.ts";

interface CurveChartProps {
  title: string;
  curves: readonly Curve[];
  /** What lies along the axis: “day”, “age in days”. */
  along: string;
  /** How a place on the axis is written. */
  say(x: number): string;
  /** What places are told apart by; a whole number when left out. */
  unit?: number;
  shape?: Shape;
  /** The top of the axis, where it is known (1 for shares). */
  top?: number;
  /** A level with a meaning, such as the one below which something is archived. */
  bound?: { name: string; at: number } | undefined;
  height?: number;
}

/** Beyond so many points, dots would only be noise. */
const MOST_DOTS = 40;

export function CurveChart({ title, curves, along, say, unit = 1, shape = "lines", top, bound, height = 200 }: CurveChartProps) {
  const points = curves.flatMap((curve) => curve.points);
  const heights = points.flatMap((point) => [point.y, point.high ?? point.y]);
  const ends = curves.map((curve) => `${curve.name} ends at ${brief(curve.points.at(-1)?.y ?? 0)}`);
  return (
    <ChartFrame
      title={title}
      summary={`${ends.join(", ")}.${bound ? ` ${bound.name}: ${brief(bound.at)}.` : ""}`}
      numbers={curveTable(curves, along, say)}
      legend={curves.map((curve) => curve.name)}
      draw={(width) => (
        <Curves
          {...{ curves, say, unit, shape, bound, width, height }}
          dots={points.length <= MOST_DOTS}
          ends={extent(points.map((point) => point.x))}
          steps={ticks(top ?? Math.max(0, bound?.at ?? 0, ...heights))}
        />
      )}
    />
  );
}

interface CurvesProps extends Pick<CurveChartProps, "curves" | "say" | "bound"> {
  unit: number;
  shape: Shape;
  dots: boolean;
  width: number;
  height: number;
  ends: [number, number];
  steps: readonly number[];
}

function Curves({ curves, say, unit, shape, dots, bound, width, height, ends, steps }: CurvesProps) {
  const inside = { width: width - MARGIN.left - MARGIN.right, height: height - MARGIN.top - MARGIN.bottom };
  const [first, last] = ends;
  const x = (value: number) => MARGIN.left + ((value - first) / (last - first)) * inside.width;
  const y = (value: number) => MARGIN.top + inside.height * (1 - value / (steps.at(-1) ?? 1));
  const places = spread(ends, inside.width, unit);
  return (
    <svg width={width} height={height} aria-hidden="true">
      <Rungs steps={steps} width={width} y={y} />
      {places.map((place, index) => (
        <text key={place} class="tick" x={x(place)} y={height - 6} text-anchor={anchorOf(index, places.length)}>
          {say(place)}
        </text>
      ))}
      {curves.map((curve, index) => (
        <g key={curve.name} data-series={seriesOf(index)} data-round={roundOf(index)}>
          <path class="band" d={bandPath(curve.points, x, y)} />
          <path class="line" d={curvePath(curve.points, shape, x, y)} />
          {dots &&
            curve.points.map((point) => (
              <circle key={point.x} class="dot" cx={x(point.x)} cy={y(point.y)} r={2.5}>
                <title>{`${say(point.x)}: ${curve.name} ${brief(point.y)}`}</title>
              </circle>
            ))}
        </g>
      ))}
      {bound && (
        <g class="bound">
          <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y(bound.at)} y2={y(bound.at)} />
          <text x={width - MARGIN.right} y={y(bound.at) - 5} text-anchor="end">
            {bound.name}
          </text>
        </g>
      )}
    </svg>
  );
}

function anchorOf(index: number, length: number): "start" | "middle" | "end" {
  if (index === 0) return "start";
  return index === length - 1 ? "end" : "middle";
}
