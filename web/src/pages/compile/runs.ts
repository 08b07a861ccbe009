// What was compiled before, in this tab? The last runs and a manifest that was loaded: gone when the tab is closed.
import type { CompileResult, Manifest } from "../../contract.ts";
import { createStore } from "../../state/store.ts";

export interface Run {
  /** Which request it answered. */
  key: string;
  at: string;
  task: string;
  text: string;
  tokens: number;
  hash: string;
  manifest: Record<string, unknown>;
}

/** A manifest from a file or the clipboard. */
export interface Loaded {
  name: string;
  manifest: Manifest;
}

/** `before` is the run before this one, whatever that was; `loaded` the loaded manifest; else a run by its hash. */
export type Against = "before" | "loaded" | { hash: string };

const MOST_RUNS = 12;

export const runs = createStore<readonly Run[]>([]);
export const loaded = createStore<Loaded | undefined>(undefined);
export const against = createStore<Against>("before");

/** Keeps a run, unless the newest one is the same. */
export function keepRun(key: string, task: string, result: CompileResult): void {
  const hash = String(result.manifest.hash ?? "");
  const held = runs.get();
  const newest = held.at(-1);
  if (newest?.key === key && newest.hash === hash) return;
  const run: Run = {
    key,
    at: new Date().toISOString(),
    task,
    text: result.text,
    tokens: result.tokens,
    hash,
    manifest: result.manifest,
  };
  runs.set([...held, run].slice(-MOST_RUNS));
}

/** The run that a request is compared with when nobody chose one: the newest that answered something else. */
export function runBefore(key: string): Run | undefined {
  return runs.get().findLast((run) => run.key !== key);
}
