// Whose decisions, and over which time? The filters, as they stand in the address and as `clients` takes them.
import type { ParamsOf } from "../../api/call.ts";
import { OPERATIONS } from "../../contract.ts";
import { choice, readQuery, text, type ValuesOf, writeQuery } from "../../routing/query.ts";

export const { verdict: VERDICTS } = OPERATIONS.clients.choices;

export const DAYS = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
] as const;

export const FILTERS = {
  days: choice(["7", "30", "90", "365"], "30"),
  profile: text(),
  verdict: choice(["", ...VERDICTS], ""),
};
export type Filters = ValuesOf<typeof FILTERS>;

/** How many decisions a page has: one screen and a bit. */
const PAGE_ROWS = 25;

export function clientsParams({ days, profile, verdict }: Filters): ParamsOf<"clients"> {
  return { days: Number(days), profile: profile || undefined, verdict: verdict || undefined, limit: PAGE_ROWS };
}

/** The same view with one profile chosen; choosing it again shows all. */
export function profileAddress(profile: string, search: string): string {
  const { profile: chosen } = readQuery(FILTERS, search);
  return `/clients${writeQuery(FILTERS, search, { profile: profile === chosen ? "" : profile })}`;
}
