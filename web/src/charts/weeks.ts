// Which days belong to which week? Pure calendar arithmetic, in dates without a time zone.
import { DAY_MS } from "../components/moments.ts";

/** Returns the last weeks up to a day, each a list of dates from Monday on; the last one ends with that day. */
export function weeksOf(until: string, count: number): string[][] {
  const end = Date.parse(`${until}T00:00:00Z`);
  const sinceMonday = (new Date(end).getUTCDay() + 6) % 7;
  const start = end - (sinceMonday + (count - 1) * 7) * DAY_MS;
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => start + (week * 7 + day) * DAY_MS)
      .filter((moment) => moment <= end)
      .map((moment) => new Date(moment).toISOString().slice(0, 10)),
  );
}

/** What counts as very much: one extraordinary day must not make all the others alike. */
export function usualMost(values: readonly number[]): number {
  const busy = values.filter((value) => value > 0).sort((one, other) => one - other);
  return busy[Math.floor(0.95 * (busy.length - 1))] ?? 0;
}

/** How dark a day is, from 0 (nothing) to 4 (as much as counts as very much, or more). */
export function levelOf(value: number, most: number): number {
  if (value <= 0 || most <= 0) return 0;
  return Math.min(4, Math.max(1, Math.ceil((Math.sqrt(value) / Math.sqrt(most)) * 4)));
}

/** The day that an arrow key leads to: up and down by days, left and right by weeks. Undefined beyond the edges. */
export function dayBeside(key: string, day: string, weeks: readonly (readonly string[])[]): string | undefined {
  const all = weeks.flat();
  const moves: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -7, ArrowRight: 7 };
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  const move = moves[key];
  return move === undefined ? undefined : all[all.indexOf(day) + move];
}
