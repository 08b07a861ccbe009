// What is shown instead, when there is nothing to show? Trouble with its way forward, emptiness, or patience.
import type { ComponentChildren } from "preact";
import type { Refused } from "../api/refused.ts";
import { Button } from "./button.tsx";

export function Problem({ error, onRetry }: { error: Refused | undefined; onRetry?: () => void }) {
  if (!error) return null;
  return (
    <div class="problem" role="alert">
      <p>
        <strong>{error.message}</strong> <code>{error.code}</code>
      </p>
      {error.remediation.map((step) => (
        <p key={step.message}>
          {step.message} {step.command && <code>{step.command}</code>}
        </p>
      ))}
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

/** Nothing here, and what one could do about it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** A thin moving line; it keeps its place, so that nothing jumps when it goes. */
export function Loading({ active, label = "Loading" }: { active: boolean; label?: string }) {
  return (
    <div class="loading" data-active={active} role="status" aria-live="polite">
      {active && <span class="unseen">{label}</span>}
    </div>
  );
}
