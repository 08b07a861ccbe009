// What of the past is wanted? The choices of the timeline, as they stand in the address and as the operations take them.
import type { ParamsOf } from "../../api/call.ts";
import { OPERATIONS } from "../../contract.ts";
import { choice, several, text, type ValuesOf } from "../../routing/query.ts";

const SHOWS = ["happened", "held", "differs"] as const;
export type Show = (typeof SHOWS)[number];
export const SORTS = ["sessions", "changes"] as const;
export const { outcome: OUTCOMES } = OPERATIONS.sessions.choices;
export const { record_kind: KINDS } = OPERATIONS.list.choices;

export const CHOICES = {
  show: choice(SHOWS, "happened"),
  /** The moment that is looked at; now when empty. */
  at: text(),
  session: text(),
  sorts: several(SORTS),
  client: text(),
  outcome: choice(["", ...OUTCOMES], ""),
  operation: text(),
  kind: choice(["", ...KINDS], ""),
};

export type Choices = ValuesOf<typeof CHOICES>;

/** How many of each stream are got at a time: about two screens. */
const PAGE = { sessions: 20, changes: 40, held: 50 };

/** An outcome is a session's, an operation's name a change's: asking for one leaves the other out. */
export function showsSort(choices: Choices, sort: (typeof SORTS)[number]): boolean {
  if (choices.sorts.length > 0 && !choices.sorts.includes(sort)) return false;
  return sort === "sessions" ? !choices.operation : !choices.outcome;
}

export function sessionsParams(choices: Choices): ParamsOf<"sessions"> {
  return {
    agent: choices.client || undefined,
    outcome: choices.outcome || undefined,
    until: choices.at || undefined,
    limit: PAGE.sessions,
  };
}

export function changesParams(choices: Choices): ParamsOf<"audit"> {
  return {
    profile: choices.client || undefined,
    operation_name: choices.operation.trim() || undefined,
    before: choices.at ? justAfter(choices.at) : undefined,
    limit: PAGE.changes,
  };
}

export function heldParams(choices: Choices): ParamsOf<"list"> {
  return { record_kind: choices.kind || undefined, known_at: choices.at || undefined, everywhere: true, limit: PAGE.held };
}

export function differsParams(choices: Choices, limit: number): ParamsOf<"diff"> | undefined {
  if (!choices.at) return undefined;
  return { from: { known_at: choices.at }, record_kind: choices.kind || undefined, everywhere: true, limit };
}

/** `before` leaves its own moment out, and what was written at that moment was held then. */
function justAfter(at: string): string {
  const moment = new Date(at).getTime();
  return Number.isNaN(moment) ? at : new Date(moment + 1).toISOString();
}
