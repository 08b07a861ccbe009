// How is a question asked? What is typed waits for its button; every other choice beside it counts at once.
import type { ComponentChildren } from "preact";
import { useDraft } from "../state/draft.ts";
import { Button } from "./button.tsx";

interface AskingProps {
  /** What the form is about, for those who listen. */
  label: string;
  role?: "search";
  /** The question as it stands in the address. */
  value: string;
  onAsk(question: string): void;
  /** The control that holds what is typed. */
  field(typed: { value: string; onValue(value: string): void }): ComponentChildren;
  button: string;
  busy?: boolean;
  /** There is no answer without a question. */
  required?: boolean;
  /** The other choices. */
  children?: ComponentChildren;
}

export function Asking({ label, role, value, onAsk, field, button, busy = false, required = false, children }: AskingProps) {
  const [question, setQuestion] = useDraft(value);
  const send = (event: Event) => {
    event.preventDefault();
    onAsk(question);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) send(event);
  };
  return (
    <form class="panel asking" role={role} aria-label={label} onSubmit={send} onKeyDown={press}>
      <div class="asking-task">
        {field({ value: question, onValue: setQuestion })}
        <Button tone="primary" type="submit" busy={busy} disabled={required && !question.trim()}>
          {button}
        </Button>
      </div>
      {children}
    </form>
  );
}
