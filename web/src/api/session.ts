// Who is looking? The browser's session: begun with a one-time link, held by a cookie and a secret of this origin.
import { createStore } from "../state/store.ts";
import { asRefused, refusalOf } from "./refused.ts";

export interface Session {
  scope: "read" | "review" | "write" | "admin";
  profile: string;
  rights: string[];
  project: string;
  root: string;
  version: string;
}

/** `waiting` until the server was asked; `none` when nobody is signed in. */
export type Standing =
  | { state: "waiting" }
  | { state: "none"; reason?: string }
  | { state: "open"; session: Session };

const LOGIN_PATH = "/login";
/** The status that says: nobody knows you. */
export const UNAUTHORISED = 401;
/**
 * Cookies of 127.0.0.1 are shared by all ports, local storage is not: so the cookie alone is worth nothing, and every
 * request also carries this, which only a page of this very origin can read.
 */
const CSRF_KEY = "phantasm.csrf";

export const standing = createStore<Standing>({ state: "waiting" });

/** The session that is open; undefined when there is none. */
export function currentSession(): Session | undefined {
  const now = standing.get();
  return now.state === "open" ? now.session : undefined;
}

/** Tells whether the person may do what needs a right (`read`, `review`, `write`, …). */
export function may(right: string): boolean {
  return currentSession()?.rights.includes(right) ?? false;
}

/** What every request carries. */
export function sessionHeaders(): Record<string, string> {
  return { "X-Phantasm-CSRF": localStorage.getItem(CSRF_KEY) ?? "" };
}

/** Opens the session: with the code of a one-time link, or with what the browser has already. */
export async function openSession(): Promise<void> {
  const code = location.pathname === LOGIN_PATH ? location.hash.slice(1) : "";
  // The code must not stay in the history, where a later person could find it.
  if (location.pathname === LOGIN_PATH) history.replaceState(null, "", "/");
  try {
    standing.set(code ? await begun(code) : await resumed());
  } catch (problem) {
    standing.set({ state: "none", reason: asRefused(problem).message });
  }
}

/** Ends the session here and on the server. */
export async function closeSession(): Promise<void> {
  await fetch("/v1/session", { method: "DELETE", headers: sessionHeaders() }).catch(() => undefined);
  localStorage.removeItem(CSRF_KEY);
  standing.set({ state: "none" });
}

/** Says that the server no longer knows the session. */
export function loseSession(): void {
  if (standing.get().state === "open") standing.set({ state: "none", reason: "The session has ended." });
}

async function begun(code: string): Promise<Standing> {
  const response = await fetch("/v1/session", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code }),
  });
  if (!response.ok) return { state: "none", reason: "This link was used before or is too old." };
  const { csrf, ...session } = (await response.json()) as Session & { csrf: string };
  localStorage.setItem(CSRF_KEY, csrf);
  return { state: "open", session };
}

async function resumed(): Promise<Standing> {
  const response = await fetch("/v1/session", { headers: sessionHeaders(), cache: "no-store" });
  if (response.ok) return { state: "open", session: (await response.json()) as Session };
  if (response.status === UNAUTHORISED) return { state: "none" };
  return { state: "none", reason: refusalOf(response.status, await response.json().catch(() => undefined)).message };
}
