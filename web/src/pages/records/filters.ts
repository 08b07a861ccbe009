// Which records are wanted? The filters of the list, as they stand in the address and as the operations take them.
import type { ParamsOf } from "../../api/call.ts";
import { OPERATIONS } from "../../contract.ts";
import { choice, flag, several, text, type ValuesOf } from "../../routing/query.ts";

export const { record_kind: KINDS, states: STATES, scope: SCOPES, origins: ORIGINS, marks: MARKS } = OPERATIONS.list.choices;
/** What is erased has no words to be found by. */
const FOUND_STATES = OPERATIONS.search.choices.states;

export const FILTERS = {
  q: text(),
  kind: choice(["", ...KINDS], ""),
  states: several(STATES, ["live"]),
  marks: several(MARKS),
  scope: choice(["", ...SCOPES], ""),
  origins: several(ORIGINS),
  subject: text(),
  here: flag(),
  /** What the store knew then, and what was true in the world then. */
  known_at: text(),
  as_of: text(),
};

export type Filters = ValuesOf<typeof FILTERS>;

/** How many rows a page has: one screen and a bit. */
const PAGE_ROWS = 50;

/** How many filters differ from what the list shows by itself. */
export function narrowings(filters: Filters): number {
  const { kind, scope, subject, here, known_at, as_of, marks, origins, states } = filters;
  const otherStates = states.length !== 1 || states[0] !== "live";
  return [kind, scope, subject, here, known_at, as_of, marks.length, origins.length, otherStates].filter(Boolean).length;
}

/** Whether the past is asked for: it has no counts, and marks are those of now. */
export function isPast(filters: Filters): boolean {
  return Boolean(filters.known_at || filters.as_of);
}

function shared(filters: Filters) {
  return {
    scope: filters.scope || undefined,
    origins: filters.origins.length ? filters.origins : undefined,
    known_at: filters.known_at || undefined,
    as_of: filters.as_of || undefined,
    everywhere: !filters.here,
  };
}

export function listParams(filters: Filters): ParamsOf<"list"> {
  return {
    ...shared(filters),
    record_kind: filters.kind || undefined,
    states: filters.states,
    marks: filters.marks.length && !isPast(filters) ? filters.marks : undefined,
    subject_prefix: filters.subject || undefined,
    limit: PAGE_ROWS,
  };
}

/** What counts the facets: asked for beside the list, which does not wait for it. */
export function facetParams(filters: Filters): ParamsOf<"list"> | undefined {
  return isPast(filters) || filters.q ? undefined : { ...listParams(filters), facets: true, limit: 1 };
}

export function searchParams(filters: Filters): ParamsOf<"search"> {
  return {
    ...shared(filters),
    query: filters.q,
    tiers: ["record"],
    kinds: filters.kind ? [filters.kind] : undefined,
    states: foundStates(filters),
    limit: PAGE_ROWS,
  };
}

function foundStates({ states }: Filters): ParamsOf<"search">["states"] {
  const chosen = FOUND_STATES.filter((state) => states.includes(state));
  return chosen.length ? chosen : undefined;
}
