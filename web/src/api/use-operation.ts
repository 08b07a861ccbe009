// What does a view show while it asks, asks again, or is refused? The old answer until the new one is there.
import { useCallback, useEffect, useState } from "preact/hooks";
import { useFirstLoad } from "../state/readiness.ts";
import { type Answer, call, type OperationName, type ParamsOf, type ResultOf } from "./call.ts";
import { type Live, useLive } from "./events.ts";
import type { Refused } from "./refused.ts";
import { useLatest } from "./use-latest.ts";

export interface Operation<Name extends OperationName> {
  data: ResultOf<Name> | undefined;
  answer: Answer<Name> | undefined;
  error: Refused | undefined;
  loading: boolean;
  reload(): void;
}

interface OperationOptions {
  /** Ask again when something changed: anything, or only what these operations write. On unless false. */
  live?: Live;
}

/** Asks for a read and keeps its answer; `undefined` as params means: not yet. */
export function useOperation<Name extends OperationName>(
  operation: Name,
  params: ParamsOf<Name> | undefined,
  { live }: OperationOptions = {},
): Operation<Name> {
  const [answer, setAnswer] = useState<Answer<Name>>();
  const { loading, error, ask, giveUp } = useLatest(params !== undefined);
  const wanted = params === undefined ? undefined : JSON.stringify(params);
  const reload = useCallback(() => {
    if (wanted === undefined) giveUp();
    else ask(async (signal) => setAnswer(await call(operation, JSON.parse(wanted) as ParamsOf<Name>, { signal })));
  }, [operation, wanted]);
  useEffect(reload, [reload]);
  useFirstLoad(wanted === undefined || answer !== undefined || error !== undefined);
  useLive(reload, live);
  return { data: answer?.data, answer, error, loading, reload };
}
