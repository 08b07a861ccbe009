// What does memory hand over, and what has that in common with what it handed over before?
import { useEffect, useMemo } from "preact/hooks";
import { type Operation, useOperation } from "../../api/use-operation.ts";
import { useStore } from "../../state/store.ts";
import { type Asked, compileParams } from "./asking.ts";
import { against, keepRun, loaded, runBefore, runs } from "./runs.ts";

/** An earlier context that the shown one is compared with. */
export interface Baseline {
  manifest: Record<string, unknown>;
  /** Known of a run; a loaded manifest has to be replayed first. */
  text: string | undefined;
}

export interface Compiled extends Operation<"compile"> {
  baseline: Baseline | undefined;
}

export function useCompiled(asked: Asked): Compiled {
  const params = compileParams(asked);
  const key = JSON.stringify(params);
  const baseline = useBaseline(key);
  const operation = useOperation("compile", { ...params, previous: baseline?.manifest });
  const { answer, loading, error } = operation;
  useEffect(() => {
    // Only what has just been answered: while the next answer is on its way, the last one is still shown.
    if (answer && !loading && !error) keepRun(key, asked.task, answer.data);
  }, [answer, loading]);
  return { ...operation, baseline };
}

function useBaseline(key: string): Baseline | undefined {
  const [chosen, file, all] = [useStore(against), useStore(loaded), useStore(runs)];
  // What comes before is settled when something else is asked for: a run must not become its own predecessor.
  const before = useMemo(() => runBefore(key), [key]);
  return useMemo(() => {
    if (chosen === "loaded" && file) return { manifest: { ...file.manifest }, text: undefined };
    const run = typeof chosen === "object" ? all.find((one) => one.hash === chosen.hash) : before;
    return run && { manifest: run.manifest, text: run.text };
  }, [chosen, file, before, typeof chosen === "object" ? all : undefined]);
}
