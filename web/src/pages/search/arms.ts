// How far do the arms agree? Pure: the hits of each arm in, one row for each item with its place in every arm out.
import type { HitView } from "../../contract.ts";
import type { Arm } from "./asking.ts";

export interface ArmRow {
  hit: HitView;
  /** Its place in each arm that found it. */
  places: Partial<Record<Arm, number>>;
}

/** The items in the order of the first arm, then what only later ones found. */
export function armRows(found: readonly (readonly [Arm, readonly HitView[]])[]): ArmRow[] {
  const rows = new Map<string, ArmRow>();
  for (const [arm, hits] of found) {
    for (const hit of hits) {
      const key = `${hit.type} ${hit.id}`;
      const row = rows.get(key) ?? { hit, places: {} };
      // A text has several parts, and the best of them counts.
      row.places[arm] ??= hit.rank;
      rows.set(key, row);
    }
  }
  return [...rows.values()];
}

/** How many places higher an item stands here than there; undefined where one of them did not find it. */
export function moved(here: number | undefined, there: number | undefined): number | undefined {
  return here === undefined || there === undefined ? undefined : there - here;
}

/** “↑2”, “↓1”, “=”. */
export function arrow(places: number | undefined): string {
  if (places === undefined) return "";
  if (places === 0) return "=";
  return places > 0 ? `↑${places}` : `↓${-places}`;
}
