// At which moment? A field in the person's own time zone; what it gives is the contract's moment in UTC, or nothing.
import { Field } from "./field.tsx";
import { fromField, toField } from "./moments.ts";

interface MomentFieldProps {
  label: string;
  hint?: string;
  /** A moment as the contract writes it; empty for none. */
  value: string;
  onValue(value: string): void;
}

export function MomentField({ label, hint, value, onValue }: MomentFieldProps) {
  return (
    <Field
      type="datetime-local"
      label={label}
      hint={hint}
      value={toField(value)}
      onValue={(given) => onValue(fromField(given))}
    />
  );
}
