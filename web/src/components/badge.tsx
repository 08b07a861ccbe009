// What is it, in one word? A small coloured label; the word says everything, the colour only repeats it.
import type { ComponentChildren } from "preact";
import { spoken } from "./wording.ts";

export type Tone = "neutral" | "good" | "warn" | "bad" | "accent" | "faint";

const TONES: Record<string, Tone> = {
  live: "good",
  suggested: "accent",
  superseded: "faint",
  archived: "faint",
  tombstoned: "bad",
  in_conflict: "bad",
  doubtful: "warn",
  stale: "warn",
  frozen: "accent",
  sensitive: "warn",
  unchanged: "good",
  verified: "good",
  moved: "warn",
  changed: "warn",
  gone: "bad",
  unknown: "faint",
  unverified: "faint",
  ok: "good",
  success: "good",
  attention: "warn",
  failure: "bad",
  failed: "bad",
  parked: "bad",
  corrupt: "bad",
  transient: "warn",
  allow: "good",
  suggest: "accent",
};

/** The tone that a word of the contract has everywhere on the page. */
export function toneOf(word: string): Tone {
  return TONES[word] ?? "neutral";
}

export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ComponentChildren }) {
  return (
    <span class="badge" data-tone={tone}>
      {children}
    </span>
  );
}

/** A word of the contract as a badge, in its own tone: a state, a mark, a verdict. */
export function WordBadge({ word }: { word: string }) {
  return <Badge tone={toneOf(word)}>{spoken(word)}</Badge>;
}
