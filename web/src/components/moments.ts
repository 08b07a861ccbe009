// How does a moment of the contract become a field of the browser, and back? Pure, in the person's own time zone.

export const DAY_MS = 86_400_000;

/** `2026-11-16T17:41:00.000Z` as a `datetime-local` field wants it; empty where it is no moment. */
export function toField(iso: string): string {
  const moment = new Date(iso);
  if (!iso || Number.isNaN(moment.getTime())) return "";
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${String(moment.getFullYear()).padStart(4, "0")}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** What a `datetime-local` field holds as a moment in UTC; empty where it holds none. */
export function fromField(value: string): string {
  const moment = new Date(value);
  return !value || Number.isNaN(moment.getTime()) ? "" : moment.toISOString();
}
