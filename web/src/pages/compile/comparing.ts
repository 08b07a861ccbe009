// What became of an earlier context? Pure: two manifests in, what came, what went and what each section lost or won out.
import { entriesOf, type Lined, numberOf, textOf } from "./context-lines.ts";

export interface SectionChange {
  name: string;
  before: number;
  now: number;
}

export interface Comparison {
  /** Tokens of the lines of each section, without what stands around them. */
  sections: SectionChange[];
  /** Ids of items. */
  came: string[];
  went: string[];
  stayed: number;
}

export function compareManifests(before: Lined, now: Lined): Comparison {
  const [old, fresh] = [tokensBySection(before), tokensBySection(now)];
  const names = [...new Set([...fresh.keys(), ...old.keys()])];
  const [had, has] = [idsOf(before), idsOf(now)];
  return {
    sections: names.map((name) => ({ name, before: old.get(name) ?? 0, now: fresh.get(name) ?? 0 })),
    came: [...has].filter((id) => !had.has(id)),
    went: [...had].filter((id) => !has.has(id)),
    stayed: [...has].filter((id) => had.has(id)).length,
  };
}

/** What a prompt cache would hit, as stretches of the new context; what is left of it is new. */
export function cacheParts(tokens: number, prefix: number, unchanged: number): { name: string; value: number }[] {
  const hit = Math.min(unchanged, tokens);
  const standing = Math.min(prefix, hit);
  return [
    { name: "unchanged, for every task", value: standing },
    { name: "unchanged, for this task", value: hit - standing },
  ].filter((part) => part.value > 0);
}

function tokensBySection(manifest: Lined): Map<string, number> {
  const found = new Map<string, number>();
  for (const entry of entriesOf(manifest)) {
    const name = textOf(entry.section);
    if (name) found.set(name, (found.get(name) ?? 0) + numberOf(entry.tokens));
  }
  return found;
}

function idsOf(manifest: Lined): Set<string> {
  return new Set(entriesOf(manifest).flatMap((entry) => textOf(entry.id) ?? []));
}
