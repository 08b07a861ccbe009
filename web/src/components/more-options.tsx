// What else can be chosen? A fold for what is seldom needed; closed, it says how much of it is set.
import type { ComponentChildren } from "preact";

export function MoreOptions({ set, children }: { set: number; children: ComponentChildren }) {
  return (
    <details class="more-options">
      <summary>More options {set > 0 && <span class="count">{set} set</span>}</summary>
      <div class="stack">{children}</div>
    </details>
  );
}
