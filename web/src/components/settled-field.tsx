// When does what one types begin to count? When one is done: at Enter, or on leaving the field.
import { useDraft } from "../state/draft.ts";
import { Field } from "./field.tsx";

interface SettledFieldProps {
  label: string;
  value: string;
  onValue(value: string): void;
  type?: "text" | "number" | "date";
  placeholder?: string;
  min?: number;
  max?: number;
  step?: number;
}

/** A field whose every letter would otherwise be a request of its own. */
export function SettledField({ value, onValue, ...rest }: SettledFieldProps) {
  const [draft, setDraft] = useDraft(value);
  const settle = () => {
    if (draft !== value) onValue(draft);
  };
  return (
    <div onFocusOut={settle}>
      <Field {...rest} value={draft} onValue={setDraft} onKeyDown={(event) => event.key === "Enter" && settle()} />
    </div>
  );
}
