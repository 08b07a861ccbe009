// What if somebody asks again before the answer is there? The question before is given up: only the newest answer counts.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { asRefused, isAbort, type Refused } from "./refused.ts";

export interface Latest {
  loading: boolean;
  /** Why the newest question was refused; until another one is answered. */
  error: Refused | undefined;
  /** Asks; `work` shows the answer itself, and is given up through the signal. */
  ask(work: (signal: AbortSignal) => Promise<void>): void;
  giveUp(): void;
}

/** Keeps one question at a time; what is still asked when the view goes is given up. */
export function useLatest(loadingAtFirst: boolean): Latest {
  const [loading, setLoading] = useState(loadingAtFirst);
  const [error, setError] = useState<Refused>();
  const running = useRef<AbortController | undefined>(undefined);
  const giveUp = useCallback(() => running.current?.abort(), []);
  const ask = useCallback((work: (signal: AbortSignal) => Promise<void>) => {
    giveUp();
    const control = new AbortController();
    running.current = control;
    setLoading(true);
    work(control.signal)
      .then(() => setError(undefined))
      .catch((problem: unknown) => {
        if (!isAbort(problem)) setError(asRefused(problem));
      })
      .finally(() => {
        if (running.current === control) setLoading(false);
      });
  }, []);
  useEffect(() => giveUp, []);
  return { loading, error, ask, giveUp };
}
