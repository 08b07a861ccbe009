// What has somebody typed, once the fingers rest? A value that follows another one after a pause.
import { useEffect, useState } from "preact/hooks";

/** Shorter than a person waits for, longer than between two keys: a word is one request, not seven. */
const PAUSE_MS = 200;

export function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(value), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [value]);
  return rested;
}
