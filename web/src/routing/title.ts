// Does everybody notice that the view has changed? The window's title, and the focus on the new heading.
import { useEffect, useRef } from "preact/hooks";
import { currentSession } from "../api/session.ts";
import { useRoute } from "./route.ts";

/** Names the window after the view. */
export function useTitle(title: string): void {
  useEffect(() => {
    const project = currentSession()?.project;
    document.title = [title, project, "Phantasm"].filter(Boolean).join(" · ");
  }, [title]);
}

/** Returns a ref for the view's heading: it takes the focus after navigation, not when the page is opened. */
export function useHeadingFocus() {
  const { path } = useRoute();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    navigated ||= visited !== undefined && visited !== path;
    // A heading that replaces another one of the same view takes over a focus that would be lost.
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (navigated && (visited !== path || lost)) heading.current?.focus({ preventScroll: true });
    visited = path;
  }, [path]);
  return heading;
}

let visited: string | undefined;
let navigated = false;
