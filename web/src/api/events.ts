// What has changed since this was shown? What the page itself writes, and one stream of events for what others do.
import { useEffect, useRef } from "preact/hooks";
import type { Provenance } from "../contract.ts";
import { createStore } from "../state/store.ts";
import { ANYTHING, type Change, newsOf, readEvents, type StreamEvent } from "./event-stream.ts";
import { loseSession, sessionHeaders, UNAUTHORISED } from "./session.ts";

type Liveness = "connecting" | "live" | "lost";

/** Several writes of one run arrive together: views are told once. */
const GATHER_MS = 400;
/** A view asks again at most this often, however much is written. */
const REST_MS = 1500;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;

export const liveness = createStore<Liveness>("connecting");

const listeners = new Set<(changes: readonly Change[]) => void>();
/** The number of the newest write that every view knows of, or has been told of. */
let known: number | undefined;
/** The ids of this page's own writes, until the stream tells them too. */
const own = new Set<string>();
let gathered: Change[] = [];
let gathering: number | undefined;

/** Begins to listen; returns how to stop. */
export function listen(): () => void {
  const control = new AbortController();
  const seen = () => document.hidden || deliver();
  document.addEventListener("visibilitychange", seen);
  void follow(control.signal);
  return () => {
    control.abort();
    document.removeEventListener("visibilitychange", seen);
    window.clearTimeout(gathering);
    gathering = undefined;
  };
}

/**
 * Takes note of an answer. The first one says what the views know before the stream begins; and what this page wrote is
 * told to them at once: whoever did something sees it, also while the stream is slow or lost.
 */
export function noticeAnswer(operation: string, { snapshot_seq, operation_id }: Provenance): void {
  known ??= snapshot_seq;
  if (operation_id === undefined) return;
  own.add(operation_id);
  gathered.push({ operation });
  // Whoever waits for the answer comes first: it may leave the view, which then has nothing to ask for.
  window.setTimeout(deliver);
}

/** What a view follows: every write, none, or those of some operations. */
export type Live = boolean | readonly string[];

/** Calls back when something was written that the view follows. */
export function useLive(reload: () => void, live: Live = true): void {
  const latest = useRef(reload);
  latest.current = reload;
  const followed = typeof live === "boolean" ? live : live.join(" ");
  useEffect(() => {
    if (followed === false) return undefined;
    const names = followed === true ? undefined : followed.split(" ");
    const { tell, stop } = rested(() => latest.current());
    const listener = (changes: readonly Change[]) => {
      if (!names || changes.some((change) => change === ANYTHING || names.includes(change.operation))) tell();
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      stop();
    };
  }, [followed]);
}

/** Lets something happen at once, then not again before it has rested; what came meanwhile happens after. */
function rested(work: () => void): { tell(): void; stop(): void } {
  let resting: number | undefined;
  let again = false;
  const tell = () => {
    again = resting !== undefined;
    if (again) return;
    work();
    resting = window.setTimeout(() => {
      resting = undefined;
      if (again) tell();
    }, REST_MS);
  };
  return { tell, stop: () => window.clearTimeout(resting) };
}

async function follow(signal: AbortSignal): Promise<void> {
  let retryMs = FIRST_RETRY_MS;
  let newest: string | undefined;
  while (!signal.aborted) {
    try {
      const headers = { ...sessionHeaders(), ...(newest === undefined ? {} : { "Last-Event-ID": newest }) };
      const response = await fetch("/v1/events", { headers, signal, cache: "no-store" });
      if (response.status === UNAUTHORISED) return loseSession();
      if (response.ok) {
        await readEvents(response, (event) => {
          retryMs = FIRST_RETRY_MS;
          newest = event.id ?? newest;
          hear(event);
        });
      }
    } catch {
      // A line that breaks is no news: the indicator says so, and the next attempt follows.
    }
    if (signal.aborted) return;
    liveness.set("lost");
    await new Promise((resolve) => window.setTimeout(resolve, retryMs));
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
  }
}

function hear(event: StreamEvent): void {
  const { seq, entries } = JSON.parse(event.data) as { seq: number; entries?: Change[] };
  // While the line was down, views may have been refused too: all of them ask again.
  const news = liveness.get() === "lost" ? [ANYTHING] : newsOf(known, seq, entries);
  liveness.set("live");
  known = seq;
  gather(news.filter(({ id }) => id === undefined || !own.delete(id)));
}

function gather(changes: readonly Change[]): void {
  if (changes.length === 0) return;
  gathered.push(...changes);
  gathering ??= window.setTimeout(() => {
    gathering = undefined;
    // A page that nobody looks at asks for nothing.
    if (!document.hidden) deliver();
  }, GATHER_MS);
}

function deliver(): void {
  if (!gathered.length) return;
  const changes = gathered;
  gathered = [];
  for (const listener of [...listeners]) listener(changes);
}
