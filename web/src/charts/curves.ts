// Where do curves run? Pure: points with numbers on both axes in, paths, bands and a table out.
import type { Numbers } from "./chart-frame.tsx";

export interface Point {
  x: number;
  y: number;
  /** Between what it lies, where that was measured. */
  low?: number | undefined;
  high?: number | undefined;
}

export interface Curve {
  name: string;
  /** From left to right. */
  points: readonly Point[];
}

/** How a curve goes from point to point: `steps` for what stays as it is until it changes. */
export type Shape = "lines" | "steps";
type Place = (value: number) => number;

/** Returns the smallest and the largest value; one apart where there is only one, so that there is room to draw. */
export function extent(values: readonly number[]): [number, number] {
  if (values.length === 0) return [0, 1];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? [least - 0.5, most + 0.5] : [least, most];
}

/** Returns which places are told: whole units from the first, as many as there is room for, and always the last. */
export function spread([from, to]: readonly [number, number], width: number, unit: number, each = 110): number[] {
  const units = Math.floor((to - from) / unit);
  const stride = Math.max(1, Math.ceil(units / Math.max(1, Math.floor(width / each))));
  const told = Array.from({ length: Math.floor(units / stride) + 1 }, (_, index) => index * stride);
  // The last takes the place of the one before it where the two would touch.
  const left = units - (told.at(-1) ?? 0);
  if (left > 0 && left < stride * 0.9 && told.length > 1) told.pop();
  if (left > 0) told.push(units);
  return told.map((away) => from + away * unit);
}

export function curvePath(points: readonly Point[], shape: Shape, x: Place, y: Place): string {
  return points
    .map((point, index) => {
      const [across, down] = [x(point.x).toFixed(1), y(point.y).toFixed(1)];
      if (index === 0) return `M${across} ${down}`;
      return shape === "steps" ? `H${across}V${down}` : `L${across} ${down}`;
    })
    .join("");
}

/** The area between the lower and the upper ends; empty where nothing says how sure the points are. */
export function bandPath(points: readonly Point[], x: Place, y: Place): string {
  const sure = points.filter((point) => point.low !== undefined && point.high !== undefined);
  if (sure.length === 0) return "";
  const along = (end: "low" | "high") => (point: Point) => `${x(point.x).toFixed(1)} ${y(point[end] ?? point.y).toFixed(1)}`;
  return `M${sure.map(along("high")).join("L")}L${sure.toReversed().map(along("low")).join("L")}Z`;
}

/** One row for each place where any curve has a point. */
export function curveTable(curves: readonly Curve[], along: string, say: (x: number) => string): Numbers {
  const places = [...new Set(curves.flatMap((curve) => curve.points.map((point) => point.x)))].sort((one, other) => one - other);
  const held = curves.map((curve) => new Map(curve.points.map((point) => [point.x, point])));
  return {
    head: [along, ...curves.map((curve) => curve.name)],
    rows: places.map((place) => [say(place), ...held.map((points) => told(points.get(place)))]),
  };
}

const DIGITS = 3;

function told(point: Point | undefined): string | number {
  if (!point) return "–";
  if (point.low === undefined || point.high === undefined) return point.y;
  return `${point.y.toFixed(DIGITS)} (${point.low.toFixed(DIGITS)}–${point.high.toFixed(DIGITS)})`;
}
