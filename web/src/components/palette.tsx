// How does one get anywhere from anywhere? ⌘K or Ctrl-K: pages, and what memory holds about what was typed.
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useOperation } from "../api/use-operation.ts";
import { PAGES } from "../pages/index.ts";
import { navigate } from "../routing/route.ts";
import { useRested } from "../state/rested.ts";
import { createStore, useStore } from "../state/store.ts";
import { Badge } from "./badge.tsx";
import { Icon } from "./icon.tsx";
import { step } from "./keys.ts";
import { type Goal, goalsOf } from "./palette-goals.ts";
import { counted } from "./wording.ts";

const MOST_HITS = 8;

export const paletteShown = createStore(false);

/** Opens the palette with ⌘K or Ctrl-K, also while somebody types; returns how to stop. */
export function listenForPalette(): () => void {
  const press = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    paletteShown.set(!paletteShown.get());
  };
  window.addEventListener("keydown", press);
  return () => window.removeEventListener("keydown", press);
}

export function Palette() {
  return useStore(paletteShown) ? <OpenPalette /> : null;
}

function OpenPalette() {
  const [typed, setTyped] = useState("");
  const { goals, note } = useGoals(typed);
  const [index, setIndex] = useState(0);
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = () => paletteShown.set(false);
  // Before the next key arrives: later, the first letters would go to what was typed in before.
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  useLayoutEffect(() => setIndex(0), [typed]);
  const at = Math.min(index, goals.length - 1);
  useEffect(() => box.current?.querySelector(`[aria-selected="true"]`)?.scrollIntoView({ block: "nearest" }), [at]);

  const go = (goal: Goal | undefined) => {
    if (!goal) return;
    close();
    navigate(goal.to);
  };
  const press = (event: KeyboardEvent) => {
    const next = ["ArrowUp", "ArrowDown"].includes(event.key) ? step(event.key, at, goals.length, "column") : undefined;
    if (next !== undefined) setIndex(next);
    else if (event.key === "Enter") go(goals[at]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={box}
      class="palette"
      aria-label="Search and go"
      onCancel={close}
      onMouseDown={(event) => event.target === box.current && close()}
    >
      <input
        type="text"
        role="combobox"
        aria-label="Search memory, or name a page"
        placeholder="Search memory, or name a page"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={goals[at] ? `${id}-${at}` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={press}
      />
      <ul role="listbox" id={id} aria-label="Where to">
        {goals.map((goal, place) => (
          <li
            key={goal.to + goal.label}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === at}
            onMouseMove={() => setIndex(place)}
            onClick={() => go(goal)}
          >
            <Icon path={goal.icon} />
            <span class="palette-label">{goal.label}</span>
            <Badge tone="faint">{goal.kind}</Badge>
          </li>
        ))}
      </ul>
      <p class="palette-note" role="status">
        {note}
      </p>
    </dialog>
  );
}

/** Pages whose name fits, then what memory answers; with nothing typed, what was recorded last. */
function useGoals(typed: string): { goals: Goal[]; note: string } {
  const query = useRested(typed.trim());
  const found = useOperation("search", query ? { query, limit: MOST_HITS, tiers: ["record"] } : undefined, { live: false });
  const recent = useOperation("list", { limit: MOST_HITS }, { live: false });
  const hits = query ? (found.data?.hits ?? []) : [];
  const goals = goalsOf(typed, PAGES, hits, recent.data?.records ?? []);
  if (typed.trim() !== query || found.loading) return { goals, note: "Searching…" };
  return { goals, note: (query && found.error?.message) || counted(goals.length, "place") };
}
