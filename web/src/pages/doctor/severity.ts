// How bad is it? Pure: findings in, the ones that need somebody first, from worst to least.
import type { DoctorFindingView, Verdict } from "../../contract.ts";

const ORDER: readonly Verdict[] = ["corrupt", "transient", "attention", "ok"];

export interface Sorted {
  /** What somebody should look at, the worst first. */
  wrong: DoctorFindingView[];
  fine: DoctorFindingView[];
}

export function sorted(findings: readonly DoctorFindingView[]): Sorted {
  const rank = ({ verdict }: DoctorFindingView) => ORDER.indexOf(verdict);
  return {
    wrong: findings.filter(({ verdict }) => verdict !== "ok").sort((one, other) => rank(one) - rank(other)),
    fine: findings.filter(({ verdict }) => verdict === "ok"),
  };
}

const MEANINGS: Record<Verdict, string> = {
  ok: "Everything that was looked at is in order.",
  attention: "It works, but somebody should look.",
  transient: "It cannot be judged or used right now; later it can.",
  corrupt: "The store itself is damaged.",
};

export function meaningOf(verdict: Verdict): string {
  return MEANINGS[verdict];
}
