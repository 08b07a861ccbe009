// What has just happened? One line at the edge that goes by itself, and is read aloud.
import { createStore, useStore } from "../state/store.ts";

interface Said {
  id: number;
  text: string;
  tone: "good" | "bad";
}

/** Long enough to be read twice; what failed stays longer. */
const SHOWN_MS = { good: 4000, bad: 9000 };
const MOST_AT_ONCE = 3;

const said = createStore<Said[]>([]);
let last = 0;

/** Says one sentence to the person. */
export function say(text: string, tone: Said["tone"] = "good"): void {
  last += 1;
  const id = last;
  said.set([...said.get(), { id, text, tone }].slice(-MOST_AT_ONCE));
  window.setTimeout(() => said.set(said.get().filter((one) => one.id !== id)), SHOWN_MS[tone]);
}

export function Toasts() {
  const lines = useStore(said);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {lines.map((line) => (
        <p key={line.id} class="toast" data-tone={line.tone}>
          {line.text}
        </p>
      ))}
    </div>
  );
}
