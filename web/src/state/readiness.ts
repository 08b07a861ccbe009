// Has the view everything it needs? `data-ready` of the main element says so, for tests and for whoever measures.
import { useLayoutEffect } from "preact/hooks";

const MAIN = "content";
let waiting = 0;

/** Says that a first load has begun; call what it returns when it has ended, however it ended. */
function beginLoad(): () => void {
  waiting += 1;
  mark(false);
  let ended = false;
  return () => {
    if (ended) return;
    ended = true;
    waiting -= 1;
    // What has arrived is shown first, and may ask for more.
    window.setTimeout(() => waiting === 0 && mark(true));
  };
}

/** Counts a view as loading until it has been shown once, also when it asks for nothing. */
export function useReadiness(path: string): void {
  useLayoutEffect(() => {
    const end = beginLoad();
    const timer = window.setTimeout(end);
    return () => {
      window.clearTimeout(timer);
      end();
    };
  }, [path]);
}

/** Counts a load as the view's first until something has arrived. */
export function useFirstLoad(arrived: boolean): void {
  useLayoutEffect(() => (arrived ? undefined : beginLoad()), [arrived]);
}

function mark(ready: boolean): void {
  const main = document.getElementById(MAIN);
  if (main) main.dataset.ready = String(ready);
}
