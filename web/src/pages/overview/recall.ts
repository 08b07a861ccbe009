// How good was what was found, run by run? Pure: the runs of an evaluation in, one curve for each set and arm out.
import type { Curve, Point } from "../../charts/curves.ts";
import { asText } from "../../components/fields.ts";
import { spoken, titled } from "../../components/wording.ts";
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

/** One curve for each set and arm; runs that were measured in another way are another curve. */
export function recallCurves(runs: readonly EvaluationRun[], measure: string): Curve[] {
  const measured = runs.filter((run) => run.figures.some((figure) => keyOf(run, figure) === measure));
  const telling = differing(measured.map((run) => run.settings));
  const curves = new Map<string, Point[]>();
  for (const run of measured) {
    const how = telling.map((name) => `${spoken(name)} ${asText(run.settings[name])}`);
    for (const figure of run.figures.filter((one) => keyOf(run, one) === measure)) {
      const name = [figure.set, figure.arm, ...how].filter(Boolean).join(", ");
      const point = { x: Date.parse(run.at), y: figure.value, low: figure.low, high: figure.high };
      curves.set(name, [...(curves.get(name) ?? []), point]);
    }
  }
  return [...curves].map(([name, points]) => ({ name, points }));
}

/** A run may search in several ways at once; each figure says which one it is of. */
const TOLD_BY_FIGURES = "arms";

/** The settings in which runs differ: only those have to be told. */
function differing(settings: readonly Record<string, unknown>[]): string[] {
  const names = new Set(settings.flatMap((one) => Object.keys(one)));
  names.delete(TOLD_BY_FIGURES);
  return [...names].filter((name) => new Set(settings.map((one) => asText(one[name]))).size > 1);
}

function keyOf(run: EvaluationRun, figure: Figure): string {
  return `${run.measured}.${figure.name}`;
}
