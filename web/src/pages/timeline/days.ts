// In which order did it happen? Pure: sessions and changes as they were got in, days with what belongs together out.
import type { Entry, SessionView } from "../../contract.ts";
import { written } from "../../components/wording.ts";

export type Happening =
  | { sort: "session"; at: string; session: SessionView }
  | { sort: "changes"; at: string; entries: Entry[] };

export interface Day {
  /** In the person's own time zone: `2026-11-16`. */
  day: string;
  happenings: Happening[];
}

/** One stream, newest first: what has been got of it, and whether there is more. */
export interface Stream<Row> {
  rows: readonly Row[];
  more: boolean;
}

export const sessionMoment = (session: SessionView): string => session.last_at ?? session.ended_at ?? session.started_at ?? "";
export const entryMoment = (entry: Entry): string => entry.occurred_at;

/** What has been got only in part may hold something older than its last row: nothing is shown beyond that moment. */
export function frontierOf(sessions: Stream<SessionView>, changes: Stream<Entry>): string {
  const ends = [
    sessions.more ? sessionMoment(sessions.rows.at(-1) as SessionView) : "",
    changes.more ? entryMoment(changes.rows.at(-1) as Entry) : "",
  ];
  return ends.reduce((latest, end) => (end > latest ? end : latest), "");
}

export function daysOf(sessions: Stream<SessionView>, changes: Stream<Entry>): Day[] {
  const frontier = frontierOf(sessions, changes);
  const all: Happening[] = [
    ...sessions.rows.map((session) => ({ sort: "session" as const, at: sessionMoment(session), session })),
    ...changes.rows.map((entry) => ({ sort: "changes" as const, at: entryMoment(entry), entries: [entry] })),
  ];
  const shown = all.filter((one) => one.at >= frontier).sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
  const days: Day[] = [];
  for (const happening of shown) {
    const day = written(new Date(happening.at)).slice(0, 10);
    if (days.at(-1)?.day !== day) days.push({ day, happenings: [] });
    gather(days.at(-1) as Day, happening);
  }
  return days;
}

/** Writes of the same sort by the same client that follow one another are one line: a hook writes very often. */
function gather(day: Day, happening: Happening): void {
  const last = day.happenings.at(-1);
  const [before, after] = [last?.sort === "changes" && last.entries[0], happening.sort === "changes" && happening.entries[0]];
  if (last?.sort === "changes" && before && after && before.operation === after.operation && before.profile === after.profile) {
    last.entries.push(after);
  } else {
    day.happenings.push(happening);
  }
}
