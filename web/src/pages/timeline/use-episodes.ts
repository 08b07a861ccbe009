// What did these sessions come to? Their episodes, asked for as their sessions come into view, each once.
import { useEffect, useState } from "preact/hooks";
import { call } from "../../api/call.ts";
import type { SessionView } from "../../contract.ts";
import { type Episode, readEpisode } from "./episodes.ts";

/** As many as a page of sessions has, and a few. */
const MOST_AT_ONCE = 50;
type Held = ReadonlyMap<string, Episode | undefined>;

export function useEpisodes(sessions: readonly SessionView[]): Held {
  const [held, setHeld] = useState<Held>(new Map());
  const missing = sessions.filter((session) => session.episode && !held.has(session.id)).slice(0, MOST_AT_ONCE);
  const wanted = missing.map((session) => session.id).join("\n");
  useEffect(() => {
    if (!wanted) return undefined;
    const control = new AbortController();
    const ids = wanted.split("\n");
    call("episodes", { session_ids: ids }, { signal: control.signal })
      .then(({ data }) => {
        const told = data.episodes.map((one) => [one.session.id, readEpisode(one.episode)] as const);
        setHeld((before) => new Map([...before, ...ids.map((id) => [id, undefined] as const), ...told]));
      })
      // A session says enough without what it came to, and the list of sessions itself tells of trouble.
      .catch(() => undefined);
    return () => control.abort();
  }, [wanted]);
  return held;
}
