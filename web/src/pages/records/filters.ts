// Which records are wanted? The filters of the list, as they stand in the address and as `list` takes them.
import type { ParamsOf } from "../../api/call.ts";
import { OPERATIONS } from "../../contract.ts";
import { choice, flag, several, text, type ValuesOf } from "../../routing/query.ts";

export const { record_kind: KINDS, states: STATES, scope: SCOPES } = OPERATIONS.list.choices;

export const FILTERS = {
  kind: choice(["", ...KINDS], ""),
  states: several(STATES, ["live"]),
  scope: choice(["", ...SCOPES], ""),
  subject: text(),
  here: flag(),
  known_at: text(),
};

/** How many rows a page has: one screen and a bit. */
const PAGE_ROWS = 50;

/** How many filters differ from what the list shows by itself. */
export function narrowings(filters: ValuesOf<typeof FILTERS>): number {
  return [filters.kind, filters.scope, filters.subject, filters.here, filters.known_at].filter(Boolean).length;
}

export function listParams(filters: ValuesOf<typeof FILTERS>): ParamsOf<"list"> {
  return {
    record_kind: filters.kind || undefined,
    states: filters.states,
    scope: filters.scope || undefined,
    subject_prefix: filters.subject || undefined,
    known_at: filters.known_at || undefined,
    everywhere: !filters.here,
    limit: PAGE_ROWS,
  };
}
