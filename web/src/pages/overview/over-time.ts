// How do counts become curves? Pure: what `metrics` counted in, curves and columns over time out.
import type { Curve } from "../../charts/curves.ts";
import type { Series } from "../../charts/column-chart.tsx";
import { DAY_MS } from "../../components/moments.ts";
import type { Growth, UsageBucket } from "../../contract.ts";

/** More clients than colours are told apart would be noise: the smallest are one together. */
const MOST_CLIENTS = 6;

/** A date of the contract (`2026-11-16`) as a place on the axis. */
export function placeOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** A place on the axis as a date. */
export function dayOf(place: number): string {
  return new Date(place).toISOString().slice(0, 10);
}

/** How much there was at the end of each step, up to today: what did not change is as it was. */
export function growthCurve(growth: readonly Growth[], of: "records" | "evidence" | "episodes", today: string): Curve {
  const points = growth.map((step) => ({ x: placeOf(step.start), y: step[of] }));
  const last = points.at(-1);
  if (last && last.x < placeOf(today)) points.push({ x: placeOf(today), y: last.y });
  return { name: of, points };
}

export interface Usages {
  labels: string[];
  parts: Series[];
}

/** The tokens that each client reported in each step; a step without a report is one with none. */
export function usagesOf(usage: readonly UsageBucket[], bucket: "day" | "week", today: string): Usages {
  const totals = new Map<string, number>();
  for (const step of usage) totals.set(step.profile, (totals.get(step.profile) ?? 0) + tokensOf(step));
  const largest = [...totals].sort(([, one], [, other]) => other - one).map(([profile]) => profile);
  const named = largest.length > MOST_CLIENTS ? largest.slice(0, MOST_CLIENTS - 1) : largest;
  const nameOf = (profile: string) => (named.includes(profile) ? profile : "others");
  const labels = startsOf(usage.map((step) => placeOf(step.start)), bucket, placeOf(today)).map(dayOf);
  const parts = [...new Set(largest.map(nameOf))].map((name) => ({
    name,
    values: labels.map((label) =>
      usage
        .filter((step) => step.start === label && nameOf(step.profile) === name)
        .reduce((sum, step) => sum + tokensOf(step), 0),
    ),
  }));
  return { labels, parts };
}

function tokensOf(step: UsageBucket): number {
  return step.input_tokens + step.output_tokens;
}

/** Every step from the first report until today. */
function startsOf(given: readonly number[], bucket: "day" | "week", today: number): number[] {
  const stride = bucket === "week" ? 7 * DAY_MS : DAY_MS;
  const starts: number[] = [];
  if (given.length === 0) return starts;
  for (let start = Math.min(...given); start <= Math.max(today, ...given); start += stride) starts.push(start);
  return starts;
}
