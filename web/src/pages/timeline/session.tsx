// What happened in a session? What it came to in a few lines, and everything else on request.
import { useOperation } from "../../api/use-operation.ts";
import { Badge, WordBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Handle } from "../../components/handle.tsx";
import { KeyValues, Panel } from "../../components/panel.tsx";
import { Loading, Problem } from "../../components/problem.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { counted, spoken } from "../../components/wording.ts";
import type { SessionView } from "../../contract.ts";
import { recordAddress, sessionAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { type Episode, lasted, readEpisode } from "./episodes.ts";

/** A session among what happened on a day. */
export function SessionLine({ session, episode }: { session: SessionView; episode: Episode | undefined }) {
  return (
    <article class="happening-body">
      <h3>
        <Link to={sessionAddress(session.id)}>{session.title ?? episode?.goal ?? session.id}</Link>
      </h3>
      <Words session={session} episode={episode} />
      {episode?.summary && <p class="clamp">{episode.summary}</p>}
      {episode && <Parts episode={episode} />}
    </article>
  );
}

function Words({ session, episode }: { session: SessionView; episode: Episode | undefined }) {
  return (
    <p class="row">
      <Badge>session</Badge>
      {session.outcome && <WordBadge word={session.outcome} />}
      {session.state === "open" && <Badge tone="accent">open</Badge>}
      <span class="faint">
        {[
          session.client,
          session.branch,
          episode?.seconds !== undefined && lasted(episode.seconds),
          episode && counted(episode.turns, "turn"),
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </p>
  );
}

/** The lists of an episode, each closed until somebody wants it; lessons are few and matter. */
export function Parts({ episode, open = false }: { episode: Episode; open?: boolean }) {
  return (
    <div class="parts">
      <Part title="Lessons" items={episode.lessons} open />
      <Part title="Corrections" items={episode.corrections} open={open} />
      <Part title="Why it went so" items={episode.because.map((basis) => `${spoken(basis.says)}: ${basis.text}`)} open={open} />
      {episode.commands.length > 0 && (
        <details open={open}>
          <summary>{counted(episode.commands.length, "command")}</summary>
          <ol class="ran">
            {episode.commands.map((ran, index) => (
              <li key={index}>
                <code>{ran.command}</code>{" "}
                {ran.exit !== undefined && <Badge tone={ran.failed ? "bad" : "good"}>{`exit ${ran.exit}`}</Badge>}
              </li>
            ))}
          </ol>
        </details>
      )}
      {episode.files.length > 0 && (
        <details open={open}>
          <summary>{counted(episode.files.length, "file")}</summary>
          <ul>
            {episode.files.map((file) => (
              <li key={file}>
                <code>{file}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Part({ title, items, open }: { title: string; items: readonly string[]; open: boolean }) {
  if (items.length === 0) return null;
  return (
    <details open={open}>
      <summary>
        {title} <span class="count">{items.length}</span>
      </summary>
      <ul>
        {items.map((item, index) => (
          <li key={index}>{item}</li>
        ))}
      </ul>
    </details>
  );
}

/** One session in full, as the address names it. */
export function SessionPanel({ id, onClose }: { id: string; onClose(): void }) {
  const { data, error, loading, reload } = useOperation("inspect", { ids: [id] }, { live: ["session_append", "session_end", "consolidate"] });
  const session = data?.sessions[0];
  const [given] = data?.episodes ?? [];
  const episode = given && readEpisode(given.episode);
  return (
    <Panel
      title={session?.title ?? `Session ${id}`}
      aside={
        <Button tone="quiet" aria-label="Close the session" onClick={onClose}>
          ✕
        </Button>
      }
    >
      <Loading active={loading} />
      <Problem error={error} onRetry={reload} />
      {session && (
        <div class="stack">
          <Words session={session} episode={episode} />
          {episode?.summary && <p class="statement">{episode.summary}</p>}
          {!episode && <p class="faint">Nothing has been condensed from this session yet.</p>}
          <KeyValues
            pairs={[
              ["Session", <Handle value={session.id} />],
              ["Cited as", <Handle value={`s:${session.handle}`} />],
              ["Began", <Timestamp at={session.started_at} />],
              ["Last turn", <Timestamp at={session.last_at} />],
              ["Continues", session.continues && <Link to={sessionAddress(session.continues)}>{session.continues}</Link>],
              ["Asked", episode && episode.asked.length > 0 && <q>{episode.asked[0]}</q>],
              ["Cited", episode && episode.cited.length > 0 && <Cited handles={episode.cited} />],
            ]}
          />
          {episode && <Parts episode={episode} open />}
        </div>
      )}
    </Panel>
  );
}

function Cited({ handles }: { handles: readonly string[] }) {
  return (
    <span class="row">
      {handles.map((handle) => (
        <Handle key={handle} value={handle} to={recordAddress(handle)} />
      ))}
    </span>
  );
}
