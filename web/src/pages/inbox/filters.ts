// What is looked at? The filters and the chosen item, as they stand in the address and as `review_queue` takes them.
import type { ParamsOf } from "../../api/call.ts";
import { OPERATIONS } from "../../contract.ts";
import { choice, flag, text, type ValuesOf } from "../../routing/query.ts";

export const { kinds: KINDS, states: STATES } = OPERATIONS.review_queue.choices;

export const FILTERS = {
  kind: choice(["", ...KINDS], ""),
  state: choice(STATES, "open"),
  look: flag(),
  id: text(),
};

export type Filters = ValuesOf<typeof FILTERS>;

/** How many items a page has: a good hour's work, and little enough to be asked for again after every decision. */
const PAGE_ROWS = 50;

export function queueParams({ kind, state, look }: Filters): ParamsOf<"review_queue"> {
  return { kinds: kind ? [kind] : undefined, states: [state], look, limit: PAGE_ROWS };
}

/** Tells whether there may be more than what is written down: it can be looked for, which takes its time. */
export function canLook({ kind, state }: Filters): boolean {
  return state === "open" && (kind === "stale" || kind === "duplicate");
}

/** Asks how much there is of every kind; not needed where the list itself has every kind. */
export function countParams({ kind, state }: Filters): ParamsOf<"review_queue"> | undefined {
  return kind ? { states: [state], limit: 1 } : undefined;
}

/** Asks for one item that is on no page yet; what was only found has no id to ask by. */
export function singleParams(id: string, shown: boolean): ParamsOf<"review_queue"> | undefined {
  return id.startsWith("rev_") && !shown ? { ids: [id] } : undefined;
}
