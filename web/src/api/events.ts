// What has changed since this was shown? One stream of events for the whole page, reconnecting with patience.
import { useEffect, useRef } from "preact/hooks";
import { createStore } from "../state/store.ts";
import { readEvents, type StreamEvent } from "./event-stream.ts";
import { loseSession, sessionHeaders } from "./session.ts";

export interface Change {
  operation_id: string;
  operation: string;
  profile: string;
  at: string;
}

export type Liveness = "connecting" | "live" | "lost";

/** Several writes of one run arrive together: views are told once. */
const GATHER_MS = 400;
/** A view asks again at most this often, however much is written. */
const REST_MS = 1500;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;
/** Stands for the writes that happened while nobody listened. */
const MISSED: Change = { operation_id: "", operation: "*", profile: "", at: "" };

export const liveness = createStore<Liveness>("connecting");
/** The number of the newest write that the page has heard of. */
export const sequence = createStore<number | undefined>(undefined);

const listeners = new Set<(changes: Change[]) => void>();
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

/** Calls back when something changed that one of these operations wrote; without names, when anything did. */
export function useLive(reload: () => void, operations?: readonly string[]): void {
  const latest = useRef(reload);
  latest.current = reload;
  const names = operations?.join(" ");
  useEffect(() => {
    const wanted = names?.split(" ");
    const { tell, stop } = rested(() => latest.current());
    const listener = (changes: Change[]) => {
      if (changes.some((change) => !wanted || change === MISSED || wanted.includes(change.operation))) tell();
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      stop();
    };
  }, [names]);
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
      if (response.status === 401) return loseSession();
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
  const told = JSON.parse(event.data) as { seq: number; entries?: Change[] };
  const before = sequence.get();
  liveness.set("live");
  sequence.set(told.seq);
  if (event.name === "changed") gather(told.entries ?? [MISSED]);
  else if (event.name === "hello" && before !== undefined && before !== told.seq) gather([MISSED]);
}

function gather(changes: readonly Change[]): void {
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
