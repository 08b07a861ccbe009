// Is what I see what is so? Whether the page hears of changes, in one word.
import { liveness } from "../api/events.ts";
import { useStore } from "../state/store.ts";

const WORDS = { connecting: "Connecting", live: "Live", lost: "Reconnecting" };

export function LiveIndicator() {
  const state = useStore(liveness);
  return (
    <span class="live" data-state={state} role="status" aria-live="polite" title="Views follow changes as they happen">
      {WORDS[state]}
    </span>
  );
}
