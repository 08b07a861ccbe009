// Which record is meant? Typed as words, found by `search`, and chosen; a handle or a reference is taken as it stands.
import { useState } from "preact/hooks";
import { useOperation } from "../api/use-operation.ts";
import type { HitView } from "../contract.ts";
import { useRested } from "../state/rested.ts";
import { Field } from "./field.tsx";
import { Problem } from "./problem.tsx";
import { spoken } from "./wording.ts";

interface RecordPickerProps {
  label: string;
  hint?: string;
  autofocus?: boolean;
  onPick(hit: { handle: string; text: string }): void;
}

/** A few are enough: whoever does not find it among them types more. */
const MOST_HITS = 6;
/** `file:src/a.py`, `m:k3v9qd2a`: the contract's own names need no search. */
const NAMED = /^(m|file|symbol|commit|person|dependency|command|port|variable):\S/;

export function RecordPicker({ label, hint, autofocus, onPick }: RecordPickerProps) {
  const [typed, setTyped] = useState("");
  const words = typed.trim();
  const named = NAMED.test(words);
  const asked = useRested(words);
  const wanted = asked.length > 1 && !named ? { query: asked, tiers: ["record" as const], everywhere: true, limit: MOST_HITS } : undefined;
  const { data, error, reload } = useOperation("search", wanted, { live: false });
  const hits = wanted ? (data?.hits ?? []) : [];
  const pick = (handle: string, text: string) => {
    setTyped("");
    onPick({ handle, text });
  };
  const pickNamed = () => pick(words.replace(/^m:/, ""), words);
  const first = named ? pickNamed : hits[0] && pickHit(hits[0], pick);
  const enter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // Enter in a form would send it before anything is chosen.
    event.preventDefault();
    first?.();
  };
  return (
    <div class="picker">
      <Field label={label} hint={hint} type="search" value={typed} onValue={setTyped} onKeyDown={enter} autofocus={autofocus} />
      {named && (
        <button type="button" class="picker-hit" onClick={pickNamed}>
          <code>{words}</code>
        </button>
      )}
      {wanted && <Problem error={error} onRetry={reload} />}
      {hits.map((hit) => (
        <button key={hit.id} type="button" class="picker-hit" onClick={pickHit(hit, pick)}>
          <span class="clamp">{hit.text}</span>
          <span class="faint">
            {spoken(hit.kind)} <code>{hit.handle}</code>
          </span>
        </button>
      ))}
    </div>
  );
}

function pickHit(hit: HitView, pick: (handle: string, text: string) => void): () => void {
  return () => pick(hit.handle ?? hit.id, hit.text);
}
