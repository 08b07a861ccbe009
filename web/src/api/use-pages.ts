// How is a long list read? Page by page, with a bound on what is held, so that no store is too large to look at.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { useFirstLoad } from "../state/readiness.ts";
import { call, type OperationName, type ParamsOf, type ResultOf } from "./call.ts";
import { useLive } from "./events.ts";
import type { Refused } from "./refused.ts";
import { useLatest } from "./use-latest.ts";

/** What lists hold at most: more rows than a person scrolls through, few enough for a phone. */
const MOST_ROWS = 400;

export interface Pages<Name extends OperationName, Row> {
  rows: Row[];
  /** How many rows before the first one are no longer held. */
  skipped: number;
  /** The newest page's whole result: totals, counts. */
  result: ResultOf<Name> | undefined;
  error: Refused | undefined;
  loading: boolean;
  /** Gets the next page; undefined when this was the last. */
  more: (() => void) | undefined;
  /** The number of the newest write that all rows know of; undefined before there are any. */
  seq: number | undefined;
  /** Something changed while more than one page was shown: `reload` goes back to the first. */
  outdated: boolean;
  reload(): void;
}

interface Held<Name extends OperationName, Row> {
  rows: Row[];
  skipped: number;
  seq?: number | undefined;
  result?: ResultOf<Name>;
}

interface Paging<Name extends OperationName, Row> {
  rowsOf(result: ResultOf<Name>): Row[];
}

/** Reads a listing that gives `next_cursor`. `rowsOf` says where its rows are. */
export function usePages<Name extends OperationName, Row>(
  operation: Name,
  params: ParamsOf<Name>,
  { rowsOf }: Paging<Name, Row>,
): Pages<Name, Row> {
  const [held, setHeld] = useState<Held<Name, Row>>({ rows: [], skipped: 0 });
  const [outdated, setOutdated] = useState(false);
  const { loading, error, ask } = useLatest(true);
  /** Whether what was asked for last is a further page, so that more than one is shown or soon will be. */
  const further = useRef(false);
  const pick = useRef(rowsOf);
  pick.current = rowsOf;
  const wanted = JSON.stringify(params);

  const get = useCallback(
    (cursor?: string | number) => {
      further.current = cursor !== undefined;
      const asked = { ...(JSON.parse(wanted) as object), ...(cursor === undefined ? {} : { cursor }) } as ParamsOf<Name>;
      ask(async (signal) => {
        const { data, provenance } = await call(operation, asked, { signal });
        const fresh = { result: data, rows: pick.current(data), seq: provenance.snapshot_seq };
        setHeld((before) => extend(cursor === undefined ? undefined : before, fresh));
        if (cursor === undefined) setOutdated(false);
      });
    },
    [operation, wanted],
  );
  const reload = useCallback(() => get(), [get]);
  useEffect(reload, [reload]);
  useFirstLoad(held.result !== undefined || error !== undefined);
  // Whoever reads on is not thrown back to the first page.
  useLive(() => (further.current ? setOutdated(true) : reload()));

  const cursor = (held.result as { next_cursor?: string | number } | undefined)?.next_cursor;
  return {
    rows: held.rows,
    skipped: held.skipped,
    result: held.result,
    seq: held.seq,
    error,
    loading,
    more: cursor === undefined ? undefined : () => get(cursor),
    outdated,
    reload,
  };
}

function extend<Name extends OperationName, Row>(
  before: Held<Name, Row> | undefined,
  fresh: { result: ResultOf<Name>; rows: Row[]; seq: number | undefined },
): Held<Name, Row> {
  const all = [...(before?.rows ?? []), ...fresh.rows];
  const dropped = Math.max(0, all.length - MOST_ROWS);
  return {
    rows: all.slice(dropped),
    skipped: (before?.skipped ?? 0) + dropped,
    seq: before ? before.seq : fresh.seq,
    result: fresh.result,
  };
}
