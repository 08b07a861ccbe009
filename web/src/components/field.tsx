// How does one type, choose and switch? Labelled controls; the label is always there, also for those who listen.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { titled } from "./wording.ts";

interface Labelled {
  label: string;
  /** A sentence below the control. */
  hint?: string;
  /** Keep the label for screen readers only, where the place says enough. */
  quiet?: boolean;
}

interface FieldProps extends Labelled {
  value: string;
  onValue(value: string): void;
  type?: "text" | "search" | "number" | "date" | "datetime-local";
  placeholder?: string;
  required?: boolean;
  autofocus?: boolean;
  maxLength?: number;
  min?: number;
  max?: number;
  step?: number;
  onKeyDown?(event: KeyboardEvent): void;
}

/** The types of inputs are told apart by the checker; what all of these kinds share is what a text has. */
export function Field({ label, hint, quiet, value, onValue, type = "text", autofocus, ...rest }: FieldProps) {
  const id = useId();
  const control = useFocus<HTMLInputElement>(autofocus);
  return (
    <Frame id={id} label={label} hint={hint} quiet={quiet}>
      <input
        {...({ ...rest, type } as { type: "text" })}
        ref={control}
        id={id}
        autocomplete="off"
        spellcheck={false}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </Frame>
  );
}

interface TextAreaProps extends Labelled {
  value: string;
  onValue(value: string): void;
  rows?: number;
  placeholder?: string;
  required?: boolean;
  autofocus?: boolean;
  maxLength?: number;
  onKeyDown?(event: KeyboardEvent): void;
}

export function TextArea({ label, hint, quiet, value, onValue, rows = 4, autofocus, ...rest }: TextAreaProps) {
  const id = useId();
  const control = useFocus<HTMLTextAreaElement>(autofocus);
  return (
    <Frame id={id} label={label} hint={hint} quiet={quiet}>
      <textarea
        {...rest}
        ref={control}
        id={id}
        rows={rows}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </Frame>
  );
}

export interface Option<Value extends string> {
  value: Value;
  label: string;
}

/** The words of a closed list as options; each is called what it is, unless `names` says otherwise. */
export function optionsOf<Value extends string>(values: readonly Value[], names?: Record<Value, string>): Option<Value>[] {
  return values.map((value) => ({ value, label: names?.[value] ?? titled(value) }));
}

interface SelectProps<Value extends string> extends Labelled {
  value: Value;
  /** What the empty choice is called, where there is one. */
  none?: string;
  options: readonly Option<Value>[];
  onValue(value: Value): void;
}

export function Select<Value extends string>({ label, hint, quiet, value, none, options, onValue }: SelectProps<Value>) {
  const id = useId();
  return (
    <Frame id={id} label={label} hint={hint} quiet={quiet}>
      <select id={id} value={value} onChange={(event) => onValue(event.currentTarget.value as Value)}>
        {none !== undefined && (
          <option value="" selected={value === ""}>
            {none}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

interface ToggleProps {
  label: ComponentChildren;
  checked: boolean;
  disabled?: boolean;
  onValue(checked: boolean): void;
}

export function Toggle({ label, checked, disabled = false, onValue }: ToggleProps) {
  return (
    <label class="toggle">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onValue(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** Puts the focus into a control that has just appeared; the attribute of HTML works only while a page loads. */
function useFocus<Control extends HTMLElement>(wanted = false) {
  const control = useRef<Control>(null);
  useEffect(() => {
    if (wanted) control.current?.focus();
  }, [wanted]);
  return control;
}

interface FrameProps extends Labelled {
  id: string;
  children: ComponentChildren;
}

function Frame({ id, label, hint, quiet, children }: FrameProps) {
  return (
    <div class="field">
      <label for={id} class={quiet ? "unseen" : undefined}>
        {label}
      </label>
      {children}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
