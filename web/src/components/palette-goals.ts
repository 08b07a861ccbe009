// What does the palette offer? Pure: what was typed, the pages and what memory said in, a list of places out.
import type { HitView, RecordView } from "../contract.ts";
import type { Page } from "../pages/page.ts";
import { recordAddress, searchAddress } from "../routing/addresses.ts";
import { shortened, spoken } from "./wording.ts";

export interface Goal {
  to: string;
  label: string;
  kind: string;
  icon: string;
}

const RECORD = "M6 4h9l4 4v12H6zM15 4v4h4M9 13h7M9 16h5";
const SEARCH = "M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm5 12 4 4";
const MOST_CHARACTERS = 110;

export function goalsOf(
  typed: string,
  pages: readonly Page[],
  hits: readonly HitView[],
  recent: readonly RecordView[],
): Goal[] {
  const wanted = typed.trim().toLowerCase();
  const named = pages
    .filter((page) => page.title.toLowerCase().includes(wanted))
    .map((page) => ({ to: page.path, label: page.title, kind: "page", icon: page.icon }));
  if (!wanted) return [...named, ...recent.map(recordGoal)];
  const answers = hits.filter((hit) => hit.type === "record").map(hitGoal);
  const lab = { to: searchAddress(typed.trim()), label: `Search for “${typed.trim()}”`, kind: "search lab", icon: SEARCH };
  return [...named, ...answers, ...(pages.some((page) => page.path === "/search") ? [lab] : [])];
}

function recordGoal(record: RecordView): Goal {
  return {
    to: recordAddress(record.handle),
    label: shortened(record.statement ?? record.handle, MOST_CHARACTERS),
    kind: spoken(record.kind),
    icon: RECORD,
  };
}

function hitGoal(hit: HitView): Goal {
  return {
    to: recordAddress(hit.handle ?? hit.id),
    label: shortened(hit.text, MOST_CHARACTERS),
    kind: spoken(hit.kind),
    icon: RECORD,
  };
}
