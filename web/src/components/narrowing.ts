// What may answer? The filters that `search` and `compile` share, as they stand in the address and as both take them.
import { OPERATIONS } from "../contract.ts";
import type { SearchParams } from "../contract.ts";
import { choice, count, flag, several, text, type ValuesOf } from "../routing/query.ts";

export const { kinds: KINDS, tiers: TIERS, origins: ORIGINS, scope: SCOPES } = OPERATIONS.search.choices;

export const NARROWING = {
  kinds: several(KINDS),
  tiers: several(TIERS),
  origins: several(ORIGINS),
  scope: choice(["", ...SCOPES], ""),
  scope_ref: text(),
  everywhere: flag(),
  session: text(),
  about: text(),
  confidence: count(0),
  since: text(),
  until: text(),
  as_of: text(),
  known_at: text(),
  at_commit: text(),
};

export type Narrowing = ValuesOf<typeof NARROWING>;

/** What the two operations take alike. */
type Shared = Pick<
  SearchParams,
  | "kinds"
  | "tiers"
  | "origins"
  | "scope"
  | "scope_ref"
  | "everywhere"
  | "session"
  | "about"
  | "min_confidence"
  | "since"
  | "until"
  | "as_of"
  | "known_at"
  | "at_commit"
>;

export function narrowingParams(chosen: Narrowing): Shared {
  return {
    kinds: someOf(chosen.kinds),
    tiers: someOf(chosen.tiers),
    origins: someOf(chosen.origins),
    scope: chosen.scope || undefined,
    scope_ref: chosen.scope_ref.trim() || undefined,
    everywhere: chosen.everywhere || undefined,
    session: chosen.session.trim() || undefined,
    about: chosen.about.trim() || undefined,
    min_confidence: chosen.confidence || undefined,
    since: chosen.since || undefined,
    until: chosen.until || undefined,
    as_of: chosen.as_of || undefined,
    known_at: chosen.known_at || undefined,
    at_commit: chosen.at_commit.trim() || undefined,
  };
}

/** How many of the filters are set. */
export function narrowings(chosen: Narrowing): number {
  return Object.values(narrowingParams(chosen)).filter((value) => value !== undefined).length;
}

function someOf<Value>(values: readonly Value[]): Value[] | undefined {
  return values.length ? [...values] : undefined;
}
