// What is being typed or dragged, before it counts? A draft that begins as the value, and follows it when that changes.
import { useLayoutEffect, useState } from "preact/hooks";

export function useDraft<Value>(value: Value): [draft: Value, setDraft: (draft: Value) => void] {
  const [draft, setDraft] = useState(value);
  // Before the next key arrives: later, what was just typed would be overwritten.
  useLayoutEffect(() => setDraft(value), [value]);
  return [draft, setDraft];
}
