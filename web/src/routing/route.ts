// Where is the person? In the address, and nowhere else: path and query are the page's only state.
import { createStore, useStore } from "../state/store.ts";

export interface Route {
  path: string;
  search: string;
}

const here = (): Route => ({ path: location.pathname, search: location.search });

export const route = createStore<Route>({ path: "/", search: "" });

export function useRoute(): Route {
  return useStore(route);
}

/** Begins to follow the browser's history; returns how to stop. */
export function followHistory(): () => void {
  const follow = () => route.set(here());
  history.scrollRestoration = "auto";
  window.addEventListener("popstate", follow);
  follow();
  return () => window.removeEventListener("popstate", follow);
}

/** Goes to an address of the page; `replace` for what is no step of its own, such as typing in a filter. */
export function navigate(address: string, { replace = false } = {}): void {
  const before = route.get();
  if (address === before.path + before.search) return;
  history[replace ? "replaceState" : "pushState"](null, "", address);
  route.set(here());
  if (route.get().path !== before.path) window.scrollTo(0, 0);
}

/** Matches `/records/:id` with a path; undefined when they differ. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split("/").filter(Boolean);
  const given = path.split("/").filter(Boolean);
  if (wanted.length !== given.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const piece = given[index] ?? "";
    if (part.startsWith(":")) found[part.slice(1)] = decoded(piece);
    else if (part !== piece) return undefined;
  }
  return found;
}

function decoded(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}
