// How are past contexts compared? One compile after the other, each against the one before, while somebody looks on.
import { useEffect, useState } from "preact/hooks";
import { call } from "../../api/call.ts";
import { asRefused, isAbort, type Refused } from "../../api/refused.ts";
import { momentsOf, type Seen, type Step } from "./foresight.ts";

export interface Foresight {
  seen: readonly Seen[];
  /** How many there will be. */
  wanted: number;
  error: Refused | undefined;
}

const NOTHING: Foresight = { seen: [], wanted: 0, error: undefined };

/** Compiles the standing context as it was at each moment; nothing while `step` is empty. */
export function useForesight(step: Step | ""): Foresight {
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    setFound(NOTHING);
    if (!step) return undefined;
    const control = new AbortController();
    compare(step, control.signal, setFound).catch((problem: unknown) => {
      if (!isAbort(problem)) setFound((before) => ({ ...before, error: asRefused(problem) }));
    });
    return () => control.abort();
  }, [step]);
  return found;
}

async function compare(step: Step, signal: AbortSignal, tell: (found: Foresight) => void): Promise<void> {
  const moments = momentsOf(step, new Date());
  const seen: Seen[] = [];
  let previous: Record<string, unknown> | undefined;
  tell({ seen, wanted: moments.length, error: undefined });
  for (const at of moments) {
    // Ages are told as of that day: today's would make every line another one.
    const { data } = await call("compile", { known_at: at, now: at.slice(0, 10), everywhere: true, previous }, { signal });
    previous = data.manifest;
    seen.push({ at, tokens: data.tokens, unchanged: data.unchanged?.tokens });
    tell({ seen: [...seen], wanted: moments.length, error: undefined });
  }
}
