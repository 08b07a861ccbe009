// Which moments can the scrubber reach? Pure: the first day with a write and now in, evenly spaced stops out.
import { DAY_MS } from "../../components/moments.ts";

const HOUR_MS = DAY_MS / 24;
/** A young project is looked at by the hour, an older one by the day: a stop for each key press, and few enough of them. */
const BY_HOUR_UNTIL = 14 * DAY_MS;

export interface Stops {
  first: number;
  now: number;
  step: number;
  /** The last stop is now. */
  last: number;
}

/** `day` is a date of UTC, as writes are counted. */
export function stopsOf(day: string | undefined, now: Date): Stops {
  const end = now.getTime();
  const dawn = day ? Math.min(Date.parse(`${day}T00:00:00Z`), end) : end;
  // At the dawn of the first day nothing is held yet; at its end something is.
  const start = end - dawn > DAY_MS ? dawn + DAY_MS : dawn;
  const step = end - start <= BY_HOUR_UNTIL ? HOUR_MS : DAY_MS;
  return { first: start, now: end, step, last: Math.max(1, Math.ceil((end - start) / step)) };
}

/** The moment of a stop; empty at the last one, which is now. */
export function momentOf(stops: Stops, stop: number): string {
  return stop >= stops.last ? "" : new Date(stops.first + stop * stops.step).toISOString();
}

/** The stop that is nearest to a moment. */
export function stopOf(stops: Stops, at: string): number {
  const moment = new Date(at).getTime();
  if (!at || Number.isNaN(moment)) return stops.last;
  const stop = Math.round((moment - stops.first) / stops.step);
  return Math.min(stops.last, Math.max(0, stop));
}

/** Where a day lies between the first moment and now, from 0 to 1; undefined when it is outside. */
export function shareOf(stops: Stops, day: string): number | undefined {
  const noon = Date.parse(`${day}T12:00:00Z`);
  if (Number.isNaN(noon)) return undefined;
  const share = (noon - stops.first) / Math.max(1, stops.now - stops.first);
  return share < -DAY_MS / Math.max(1, stops.now - stops.first) || share > 1.5 ? undefined : Math.min(1, Math.max(0, share));
}
