// Which of them? Groups of choices beside a list, with how many each would show where that is known.
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { Button } from "./button.tsx";
import { grouped, titled } from "./wording.ts";

/** Holds the facets of a list: beside it on a desk, behind a button on a phone. */
export function Facets({ chosen, children }: { chosen: number; children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <aside class="facets" data-open={open} aria-label="Filters">
      <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        Filters
        {chosen > 0 && <span class="count">{chosen}</span>}
      </Button>
      <div class="facet-list" id={id}>
        {children}
      </div>
    </aside>
  );
}

interface FacetProps<Value extends string> {
  title: string;
  values: readonly Value[];
  chosen: readonly Value[];
  counts?: Record<string, number>;
  /** One at a time: choosing another replaces it, choosing it again clears it. */
  single?: boolean;
  onChoose(values: Value[]): void;
}

export function Facet<Value extends string>({ title, values, chosen, counts, single, onChoose }: FacetProps<Value>) {
  const id = useId();
  const press = (value: Value) => {
    const held = chosen.includes(value);
    if (single) onChoose(held ? [] : [value]);
    else onChoose(held ? chosen.filter((one) => one !== value) : [...chosen, value]);
  };
  return (
    <div class="facet" role="group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="facet-values">
        {values.map((value) => (
          <button
            key={value}
            type="button"
            class="facet-value"
            aria-pressed={chosen.includes(value)}
            onClick={() => press(value)}
          >
            {titled(value)}
            {counts && <span class="count">{grouped(counts[value] ?? 0)}</span>}
          </button>
        ))}
      </div>
    </div>
  );
}
