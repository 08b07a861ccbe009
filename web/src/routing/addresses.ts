// Where is a thing shown? The addresses that views link to, in one place.
import { DAY_MS } from "../components/moments.ts";

/** A record by its handle or id, now or as the store knew it then; what is cited as `m:k3v9qd2a` loses its prefix. */
export function recordAddress(id: string, knownAt = ""): string {
  const path = `/records/${encodeURIComponent(id.replace(/^m:/, ""))}`;
  return knownAt ? `${path}?known_at=${encodeURIComponent(knownAt)}` : path;
}

/** A procedure, with its steps and how its uses went. */
export function procedureAddress(id: string): string {
  return `/procedures/${encodeURIComponent(id.replace(/^m:/, ""))}`;
}

/** One entry of the journal. */
export function operationAddress(id: string): string {
  return `/operations/${encodeURIComponent(id)}`;
}

/** What hangs together with a record or a reference. */
export function netAddress(root: string): string {
  return `/graph?view=net&root=${encodeURIComponent(root)}`;
}

/** A session, on the timeline. */
export function sessionAddress(id: string): string {
  return `/timeline?session=${encodeURIComponent(id)}`;
}

/** What was held at a moment, or what is different since. */
export function momentAddress(at: string, show: "held" | "differs" = "held"): string {
  return `/timeline?show=${show}&at=${encodeURIComponent(at)}`;
}

/** What a question finds. */
export function searchAddress(query: string): string {
  return `/search?q=${encodeURIComponent(query)}`;
}

/** What waits for a decision: all of a kind, or one. */
export function inboxAddress({ kind, id }: { kind?: string; id?: string | undefined }): string {
  return `/inbox?${new URLSearchParams({ ...(kind ? { kind } : {}), ...(id ? { id } : {}) })}`;
}

/** What the journal says about one day (of UTC, as it is kept), or about one client. */
export function journalAddress(about: { day: string } | { profile: string }): string {
  if ("profile" in about) return `/operations?profile=${encodeURIComponent(about.profile)}`;
  const start = Date.parse(`${about.day}T00:00:00Z`);
  const [after, before] = [start, start + DAY_MS].map((moment) => new Date(moment).toISOString());
  return `/operations?after=${after}&before=${before}`;
}
