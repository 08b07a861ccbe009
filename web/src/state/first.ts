// Which one is shown while nobody has chosen? The one that came first, as long as it is there.
import { useRef } from "preact/hooks";

/** Returns a key of a list that changes by itself: what comes above it later takes nothing away from whoever looks at it. */
export function useFirst(keys: readonly string[]): string {
  const first = useRef("");
  if (!keys.includes(first.current)) first.current = keys[0] ?? "";
  return first.current;
}
