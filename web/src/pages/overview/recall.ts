// How good was what was found, run by run? Pure: the runs of `phantasm eval` in, one curve for each set and arm out.
import type { Curve } from "../../charts/curves.ts";
import { titled } from "../../components/wording.ts";
import type { EvaluationRun, Figure } from "../../contract.ts";

export interface Measure {
  value: string;
  label: string;
}

/** Every measure that any run has a figure of, in the order in which the newest run tells them. */
export function measuresOf(runs: readonly EvaluationRun[]): Measure[] {
  const found = new Map<string, Measure>();
  for (const run of runs.toReversed()) {
    for (const figure of run.figures) {
      const value = keyOf(run, figure);
      found.set(value, found.get(value) ?? { value, label: `${titled(run.measured)}: ${figure.name}` });
    }
  }
  return [...found.values()];
}

export function recallCurves(runs: readonly EvaluationRun[], measure: string): Curve[] {
  const curves = new Map<string, Curve["points"][number][]>();
  for (const run of runs) {
    for (const figure of run.figures.filter((one) => keyOf(run, one) === measure)) {
      const name = [figure.set, figure.arm].filter(Boolean).join(", ");
      const point = { x: Date.parse(run.at), y: figure.value, low: figure.low, high: figure.high };
      curves.set(name, [...(curves.get(name) ?? []), point]);
    }
  }
  return [...curves].map(([name, points]) => ({ name, points }));
}

function keyOf(run: EvaluationRun, figure: Figure): string {
  return `${run.measured}.${figure.name}`;
}
