// What would a prompt cache have hit? Pure: from which moments contexts are compared, and what came of it.
import type { Curve } from "../../charts/curves.ts";
import { DAY_MS } from "../../components/moments.ts";

export type Step = "day" | "week";

export interface Seen {
  at: string;
  tokens: number;
  /** Leading tokens that are the same as in the context before; undefined for the first, which has none before. */
  unchanged: number | undefined;
}

/** How many steps back: few enough to be compiled while one looks on. */
const STEPS = 8;
const STEP_MS: Record<Step, number> = { day: DAY_MS, week: 7 * DAY_MS };

/** Moments one step apart, oldest first, up to now. */
export function momentsOf(step: Step, now: Date): string[] {
  return Array.from({ length: STEPS + 1 }, (_, index) =>
    new Date(now.getTime() - (STEPS - index) * STEP_MS[step]).toISOString(),
  );
}

/** Which part of a context a cache would have hit. */
export function shareOf({ tokens, unchanged }: Seen): number | undefined {
  if (unchanged === undefined || tokens === 0) return undefined;
  return Math.round((unchanged / tokens) * 1000) / 1000;
}

/** The same for each context that has one before it, as a curve over time. */
export function shareCurve(seen: readonly Seen[]): Curve {
  const points = seen.flatMap((one) => {
    const share = shareOf(one);
    return share === undefined ? [] : [{ x: Date.parse(one.at), y: share }];
  });
  return { name: "share", points };
}

/** The same over all of them: tokens hit, by tokens handed over. */
export function shareOfAll(seen: readonly Seen[]): number | undefined {
  const told = seen.filter(({ unchanged }) => unchanged !== undefined);
  const tokens = told.reduce((sum, one) => sum + one.tokens, 0);
  const unchanged = told.reduce((sum, one) => sum + (one.unchanged ?? 0), 0);
  return shareOf({ at: "", tokens, unchanged: told.length ? unchanged : undefined });
}
