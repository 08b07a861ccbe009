// What is being typed or dragged, before it counts? A draft that begins as the value, and follows it when that changes.
import { useEffect, useState } from "preact/hooks";

export function useDraft<Value>(value: Value): [draft: Value, setDraft: (draft: Value) => void] {
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  return [draft, setDraft];
}
