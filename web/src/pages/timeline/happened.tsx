// What happened? Sessions and changes, day by day, the newest first, page by page.
import { usePages } from "../../api/use-pages.ts";
import { Button } from "../../components/button.tsx";
import { Facet } from "../../components/facets.tsx";
import { Empty, Loading, Problem } from "../../components/problem.tsx";
import { SettledField } from "../../components/settled-field.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { counted } from "../../components/wording.ts";
import type { Entry, SessionView } from "../../contract.ts";
import { ChangesLine } from "./changes.tsx";
import { type Day, daysOf, entryMoment, frontierOf, type Happening, sessionMoment, type Stream } from "./days.ts";
import type { Episode } from "./episodes.ts";
import { changesParams, type Choices, OUTCOMES, sessionsParams, showsSort, SORTS } from "./filters.ts";
import { SessionLine } from "./session.tsx";
import { useEpisodes } from "./use-episodes.ts";

interface HappenedProps {
  choices: Choices;
  change(changed: Partial<Choices>, options?: { replace?: boolean }): void;
}

const NOTHING: Stream<never> = { rows: [], more: false };

export function Happened({ choices, change }: HappenedProps) {
  const sessions = usePages("sessions", sessionsParams(choices), { rowsOf: (result) => result.sessions });
  const changes = usePages("audit", changesParams(choices), { rowsOf: (result) => result.entries });
  const episodes = useEpisodes(sessions.rows);
  const streams = {
    sessions: showsSort(choices, "sessions") ? streamOf(sessions) : NOTHING,
    changes: showsSort(choices, "changes") ? streamOf(changes) : NOTHING,
  };
  const days = daysOf(streams.sessions, streams.changes);
  const loading = sessions.loading || changes.loading;
  const reload = () => {
    sessions.reload();
    changes.reload();
  };
  return (
    <div class="stack">
      <Narrowing choices={choices} change={change} />
      <Loading active={loading} />
      <Problem error={sessions.error ?? changes.error} onRetry={reload} />
      {(sessions.outdated || changes.outdated) && (
        <p class="outdated" role="status">
          Something happened. <Button onClick={reload}>Show it</Button>
        </p>
      )}
      {sessions.skipped + changes.skipped > 0 && (
        <p class="outdated">
          Later ones are no longer shown. <Button onClick={reload}>Back to the newest</Button>
        </p>
      )}
      {days.map((day) => (
        <DayView key={day.day} day={day} episodes={episodes} />
      ))}
      {days.length === 0 && !loading && <Empty title="Nothing happened">No session and no change is like that.</Empty>}
      {(streams.sessions.more || streams.changes.more) && (
        <div class="more">
          <Button busy={loading} onClick={() => further(streams, sessions.more, changes.more)}>
            Load more
          </Button>
        </div>
      )}
    </div>
  );
}

function streamOf<Row>(pages: { rows: readonly Row[]; more: unknown }): Stream<Row> {
  return { rows: pages.rows, more: pages.more !== undefined && pages.rows.length > 0 };
}

/** Gets more of the stream whose end holds the other one back. */
function further(
  streams: { sessions: Stream<SessionView>; changes: Stream<Entry> },
  moreSessions: (() => void) | undefined,
  moreChanges: (() => void) | undefined,
): void {
  const frontier = frontierOf(streams.sessions, streams.changes);
  const [lastSession, lastChange] = [streams.sessions.rows.at(-1), streams.changes.rows.at(-1)];
  if (streams.sessions.more && lastSession && sessionMoment(lastSession) >= frontier) moreSessions?.();
  if (streams.changes.more && lastChange && entryMoment(lastChange) >= frontier) moreChanges?.();
}

function Narrowing({ choices, change }: HappenedProps) {
  return (
    <div class="timeline-choices">
      <Facet title="What" values={SORTS} chosen={choices.sorts} onChoose={(sorts) => change({ sorts })} />
      <Facet
        title="Sessions that went"
        single
        values={OUTCOMES}
        chosen={choices.outcome ? [choices.outcome] : []}
        onChoose={([outcome]) => change({ outcome: outcome ?? "" })}
      />
      <SettledField label="Client" value={choices.client} onValue={(client) => change({ client }, { replace: true })} />
      <SettledField label="Operation" value={choices.operation} onValue={(operation) => change({ operation }, { replace: true })} />
    </div>
  );
}

function DayView({ day, episodes }: { day: Day; episodes: ReadonlyMap<string, Episode | undefined> }) {
  return (
    <section class="day" aria-label={day.day}>
      <h2>
        {weekday(day.day)} {day.day} <span class="faint">{counted(day.happenings.length, "entry", "entries")}</span>
      </h2>
      <ol class="happenings">
        {day.happenings.map((happening) => (
          <li key={keyOf(happening)} data-sort={happening.sort}>
            <Timestamp at={happening.at} timeOnly />
            {happening.sort === "session" ? (
              <SessionLine session={happening.session} episode={episodes.get(happening.session.id)} />
            ) : (
              <ChangesLine entries={happening.entries} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function keyOf(happening: Happening): string {
  return happening.sort === "session" ? `session ${happening.session.id}` : (happening.entries[0]?.id ?? "");
}

function weekday(day: string): string {
  return new Date(`${day}T12:00:00`).toLocaleDateString("en-GB", { weekday: "long" });
}
