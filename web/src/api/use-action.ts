// What happens while a button works? It is busy once, says what came of it, and never works twice at a time.
import { useCallback, useRef, useState } from "preact/hooks";
import { say } from "../components/toast.tsx";
import { asRefused, type Refused } from "./refused.ts";

interface Action<Arguments extends unknown[]> {
  run(...given: Arguments): Promise<void>;
  busy: boolean;
  error: Refused | undefined;
}

/** Wraps what a button does; `work` returns the sentence to say when it is done, or nothing. */
export function useAction<Arguments extends unknown[]>(
  work: (...given: Arguments) => Promise<string | undefined | void>,
): Action<Arguments> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Refused>();
  const working = useRef(false);
  const latest = useRef(work);
  latest.current = work;
  const run = useCallback(async (...given: Arguments) => {
    if (working.current) return;
    working.current = true;
    setBusy(true);
    setError(undefined);
    try {
      const sentence = await latest.current(...given);
      if (sentence) say(sentence);
    } catch (problem) {
      const refused = asRefused(problem);
      setError(refused);
      say(refused.message, "bad");
    } finally {
      working.current = false;
      setBusy(false);
    }
  }, []);
  return { run, busy, error };
}
