// What does a view show while it asks, asks again, or is refused? The old answer until the new one is there.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type Answer, call, type OperationName, type ParamsOf, type ResultOf } from "./call.ts";
import { useFirstLoad } from "../state/readiness.ts";
import { useLive } from "./events.ts";
import { asRefused, isAbort, type Refused } from "./refused.ts";

export interface Operation<Name extends OperationName> {
  data: ResultOf<Name> | undefined;
  answer: Answer<Name> | undefined;
  error: Refused | undefined;
  loading: boolean;
  reload(): void;
}

export interface OperationOptions {
  /** Ask again when something changed: anything, or only what these operations write. On unless false. */
  live?: boolean | readonly string[];
}

const NEVER: readonly string[] = [];

/** Asks for a read and keeps its answer; `undefined` as params means: not yet. */
export function useOperation<Name extends OperationName>(
  operation: Name,
  params: ParamsOf<Name> | undefined,
  { live = true }: OperationOptions = {},
): Operation<Name> {
  const [answer, setAnswer] = useState<Answer<Name>>();
  const [error, setError] = useState<Refused>();
  const [loading, setLoading] = useState(params !== undefined);
  const running = useRef<AbortController | undefined>(undefined);
  const wanted = params === undefined ? undefined : JSON.stringify(params);

  const reload = useCallback(() => {
    running.current?.abort();
    if (wanted === undefined) return;
    const control = new AbortController();
    running.current = control;
    setLoading(true);
    call(operation, JSON.parse(wanted) as ParamsOf<Name>, { signal: control.signal })
      .then((given) => {
        setAnswer(given);
        setError(undefined);
      })
      .catch((problem: unknown) => {
        if (!isAbort(problem)) setError(asRefused(problem));
      })
      .finally(() => {
        if (running.current === control) setLoading(false);
      });
  }, [operation, wanted]);

  useEffect(() => {
    reload();
    return () => running.current?.abort();
  }, [reload]);
  useFirstLoad(wanted === undefined || answer !== undefined || error !== undefined);
  useLive(reload, live === true ? undefined : live === false ? NEVER : live);
  return { data: answer?.data, answer, error, loading, reload };
}
