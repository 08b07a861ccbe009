// Which keys does this view know? One place where views register them, and the help that lists them.
import { useLayoutEffect, useRef } from "preact/hooks";
import { createStore, useStore } from "../state/store.ts";
import { Dialog } from "./dialog.tsx";
import { isTyping } from "./keys.ts";

export interface Shortcut {
  /** `KeyboardEvent.key`; two letters with a space between are pressed one after the other: `g i`. */
  keys: string;
  does: string;
  run(): void;
}

/** How long the second key of a pair may take. */
const PAIR_MS = 1000;

const registered = createStore<readonly Shortcut[]>([]);
export const helpShown = createStore(false);

/** Makes keys work while the component is there; not while somebody types or a dialog is open. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const shape = shortcuts.map(({ keys, does }) => `${keys}\t${does}`).join("\n");
  // As soon as a view is shown its keys work: a quick hand is not ahead of it.
  useLayoutEffect(() => {
    const mine = latest.current.map(({ keys, does }) => ({
      keys,
      does,
      run: () => latest.current.find((one) => one.keys === keys)?.run(),
    }));
    registered.set([...registered.get(), ...mine]);
    return () => registered.set(registered.get().filter((one) => !mine.includes(one as (typeof mine)[number])));
  }, [shape]);
}

/** Begins to listen for keys; returns how to stop. */
export function listenForKeys(): () => void {
  let first = "";
  let at = 0;
  const press = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const pair = first && event.timeStamp - at < PAIR_MS ? `${first} ${event.key}` : "";
    const all = registered.get();
    // The newest comes first: what a view says counts more than what the shell says.
    const found = all.findLast(({ keys }) => keys === pair) ?? all.findLast(({ keys }) => keys === event.key);
    first = found ? "" : event.key;
    at = event.timeStamp;
    if (!found) return;
    event.preventDefault();
    found.run();
  };
  window.addEventListener("keydown", press);
  return () => window.removeEventListener("keydown", press);
}

export function ShortcutHelp() {
  const shown = useStore(helpShown);
  const shortcuts = useStore(registered);
  if (!shown) return null;
  return (
    <Dialog title="Keyboard" onClose={() => helpShown.set(false)}>
      <dl class="shortcuts">
        {shortcuts.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>Ctrl</kbd>
            <kbd>K</kbd>
          </dt>
          <dd>Search and go anywhere (⌘ K on a Mac)</dd>
        </div>
      </dl>
    </Dialog>
  );
}
