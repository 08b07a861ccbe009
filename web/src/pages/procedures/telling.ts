// How is what a procedure says put into words? Pure: the contract's fields in, sentences and points out.
import type { Point } from "../../charts/curves.ts";
import type { Tone } from "../../components/badge.tsx";
import { spoken, titled } from "../../components/wording.ts";
import type { OutcomeView, ProcedureView, SkillView } from "../../contract.ts";

export const TONES: Record<ProcedureView["standing"], Tone> = { verified: "good", candidate: "accent", demoted: "warn" };

/** What it is called: a procedure that somebody wrote down has no title of its own. */
export function nameOf(procedure: Pick<ProcedureView, "title" | "statement" | "handle">): string {
  return procedure.title || procedure.statement || procedure.handle;
}

const WHEN: Record<string, string> = {
  words: "The task speaks of",
  files: "Files are touched",
  failing: "This fails",
  error: "The error says",
};

/** By what it is recognised; what has nothing to say is left out. */
export function whenOf(when: Record<string, unknown>): [string, string][] {
  return Object.entries(when).flatMap(([name, value]) => {
    const said = Array.isArray(value) ? value.map(String).join(", ") : value === null ? "" : String(value);
    return said ? [[WHEN[name] ?? titled(name), said] as [string, string]] : [];
  });
}

const COUNTS: Record<string, string> = {
  successes: "Worked in sessions",
  failures: "Failed in sessions",
  fresh_failures: "Failed since",
  replays: "Tested against",
  replayed_percent: "Steps foretold",
  weak: "Of little weight",
  gone: "No longer there",
};

/** What speaks for it, as it was counted when it was learned; when it worked last is told apart, as a moment. */
export function countsOf(evidence: Record<string, unknown>): [name: string, value: string][] {
  return Object.entries(COUNTS).flatMap(([name, label]) => {
    const value = evidence[name];
    const told = Array.isArray(value) ? value.join(", ") : String(value ?? "");
    return told ? [[label, name === "replayed_percent" ? `${told} %` : told] as [string, string]] : [];
  });
}

/** The share of uses that went well, after each one that went well or badly. */
export function ratePoints(outcomes: readonly OutcomeView[]): Point[] {
  return outcomes.flatMap(({ at, rate }) => (rate === undefined ? [] : [{ x: Date.parse(at), y: rate }]));
}

const REFUSALS: Record<NonNullable<SkillView["refused"]>, string> = {
  not_a_procedure: "it is no procedure",
  not_live: "it is not live: accept it first",
  sensitive: "it is sensitive",
  not_verified: "it is not verified: nothing shows yet that it works",
  untrusted: "it comes from an origin that is not trusted",
  in_doubt: "a review about it is open",
  no_steps: "it has no steps",
  not_found: "it is not there",
};

/** Why it is not exported as it stands. */
export function refusalOf(reason: string): string {
  return REFUSALS[reason as keyof typeof REFUSALS] ?? spoken(reason);
}
