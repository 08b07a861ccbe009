// Which writes are wanted? The filters of the journal, as they stand in the address and as `audit` takes them.
import type { ParamsOf } from "../../api/call.ts";
import { OPERATIONS } from "../../contract.ts";
import { choice, flag, text, type ValuesOf } from "../../routing/query.ts";

/** Only writes are in the journal. */
export const WRITES = Object.entries(OPERATIONS)
  .filter(([, { kind }]) => kind !== "read")
  .map(([name]) => name);

export const FILTERS = {
  tab: choice(["journal", "work"], "journal"),
  operation: text(),
  profile: text(),
  actor: text(),
  object: text(),
  request: text(),
  after: text(),
  before: text(),
  plan: flag(),
};

export type Filters = ValuesOf<typeof FILTERS>;

/** One screen and a bit: an entry brings its changes with it. */
const PAGE_ROWS = 30;

export function auditParams(filters: Filters): ParamsOf<"audit"> {
  return {
    operation_name: filters.operation || undefined,
    profile: filters.profile || undefined,
    actor: filters.actor || undefined,
    object_id: filters.object.trim() || undefined,
    request_id: filters.request || undefined,
    after: filters.after || undefined,
    before: filters.before || undefined,
    limit: PAGE_ROWS,
  };
}

/** How many filters are set. */
export function narrowings({ tab, plan, ...filters }: Filters): number {
  return Object.values(filters).filter(Boolean).length;
}
