// What is in the list, and which item is looked at? What the queue gives, less what was decided since.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { ResultOf } from "../../api/call.ts";
import { type Operation, useOperation } from "../../api/use-operation.ts";
import { type Pages, usePages } from "../../api/use-pages.ts";
import { useQuery } from "../../routing/query.ts";
import { useFirst } from "../../state/first.ts";
import { countParams, FILTERS, type Filters, queueParams, singleParams } from "./filters.ts";
import { focusItem } from "./focus.ts";
import { type Decisions, useDecisions } from "./use-decisions.ts";
import { type Item, keyOf } from "./ways.ts";

export interface Queue {
  filters: Filters;
  change(changed: Partial<Filters>, options?: { replace?: boolean }): void;
  pages: Pages<"review_queue", Item>;
  decisions: Decisions;
  rows: Item[];
  keys: string[];
  /** The item of the address, else the one that came first. */
  chosen: string;
  item: Item | undefined;
  /** What was asked for by itself, because no page has it. */
  single: Operation<"review_queue">;
  counts: ResultOf<"review_queue">["counts"] | undefined;
  total: number | undefined;
  /** Goes to another item; the focus goes with it. */
  look(key: string | undefined): void;
}

export function useQueue(): Queue {
  const [filters, change] = useQuery(FILTERS);
  const pages = usePages("review_queue", queueParams(filters), { rowsOf: (result) => result.items });
  const all = useOperation("review_queue", countParams(filters));
  const decisions = useDecisions(pages.seq);
  const moved = useRef(false);

  const rows = pages.rows.filter((item) => !decisions.hides(keyOf(item)));
  const keys = rows.map(keyOf);
  const hidden = pages.rows.length - rows.length;
  // Not simply the most pressing one: a key that is on its way must not hit an item that has just come.
  const first = useFirst(keys);
  const chosen = filters.id || first;
  const single = useOperation("review_queue", singleParams(chosen, keys.includes(chosen)));
  const found = rows.find((one) => keyOf(one) === chosen) ?? single.data?.items.find((one) => one.id === chosen);
  // Between two answers the item stays where it is: somebody may be typing in it.
  const last = useRef<Item>(undefined);
  if (found) last.current = found;
  const item = found ?? (last.current && keyOf(last.current) === chosen ? last.current : undefined);

  useLayoutEffect(() => {
    if (moved.current) focusItem(chosen);
    moved.current = false;
  }, [chosen, item === undefined]);
  useEffect(() => {
    // Everything on this page is decided, and more may wait.
    if (rows.length === 0 && hidden > 0 && !pages.loading) pages.reload();
  }, [rows.length]);

  return {
    filters,
    change,
    pages,
    decisions,
    rows,
    keys,
    chosen,
    item,
    single,
    counts: all.data?.counts ?? pages.result?.counts,
    total: pages.result && pages.result.total - hidden,
    look(key) {
      moved.current = true;
      change({ id: key ?? "" }, { replace: true });
    },
  };
}
