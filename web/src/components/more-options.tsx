// What else can be chosen? A fold for what is seldom needed; it says how much of it is set, and stays as one left it.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

export function MoreOptions({ set, children }: { set: number; children: ComponentChildren }) {
  const [open, setOpen] = useState(set > 0);
  return (
    <details class="more-options" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>More options {set > 0 && <span class="count">{set} set</span>}</summary>
      <div class="stack">{children}</div>
    </details>
  );
}
