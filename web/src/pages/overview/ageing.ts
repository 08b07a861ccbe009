// How does recency go with age? Pure: the half-lives of the kinds in, one curve for each half-life out.
import type { Curve } from "../../charts/curves.ts";
import { spoken } from "../../components/wording.ts";
import type { Template } from "../../contract.ts";

/** About two years, in whole months: the slow kinds have begun to fall, the fast ones are told apart. */
const SHOWN_DAYS = 720;
const POINTS = 25;

/** Kinds that grow old alike share a curve; the slowest first. */
export function decayCurves(templates: readonly Pick<Template, "record_kind" | "half_life_days">[]): Curve[] {
  const kinds = new Map<number, string[]>();
  for (const { record_kind: kind, half_life_days: days } of templates) {
    kinds.set(days, [...(kinds.get(days) ?? []), spoken(kind)]);
  }
  return [...kinds]
    .sort(([one], [other]) => other - one)
    .map(([days, names]) => ({ name: `${names.join(", ")} (${days} days)`, points: pointsOf(days) }));
}

function pointsOf(halfLife: number): Curve["points"] {
  return Array.from({ length: POINTS }, (_, index) => {
    const age = (SHOWN_DAYS * index) / (POINTS - 1);
    return { x: age, y: 0.5 ** (age / halfLife) };
  });
}
