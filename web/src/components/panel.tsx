// What belongs together? A titled section, and pairs of name and value.
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface PanelProps {
  title: string;
  /** Something small beside the title: a count, a button. */
  aside?: ComponentChildren;
  children: ComponentChildren;
}

export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

export type Pair = [name: string, value: ComponentChildren];

/** Names and values; what has no value is left out. */
export function KeyValues({ pairs }: { pairs: readonly Pair[] }) {
  const told = pairs.filter(([, value]) => value !== undefined && value !== null && value !== false && value !== "");
  return (
    <dl class="key-values">
      {told.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A few large numbers in a row: what a view is about, at one glance. */
export function Figures({ figures }: { figures: readonly { label: string; value: ComponentChildren; note?: string }[] }) {
  return (
    <dl class="figures">
      {figures.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note && <span class="note">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
