// What does one press? A button or a link that looks like one; the important one is `primary`.
import type { ComponentChildren } from "preact";
import { Link } from "../routing/link.tsx";

interface ButtonProps {
  tone?: "plain" | "primary" | "danger" | "quiet";
  /** The key that does the same, shown to those who like keys. */
  shortcut?: string;
  busy?: boolean;
  disabled?: boolean;
  type?: "button" | "submit";
  /** The id of the form that it sends, where it stands outside. */
  form?: string;
  title?: string;
  /** Takes the focus where it appears: the first answer of a dialog. */
  autofocus?: boolean;
  "aria-label"?: string;
  "aria-expanded"?: boolean;
  "aria-controls"?: string;
  "aria-pressed"?: boolean;
  onClick?: ((event: MouseEvent) => void) | undefined;
  children?: ComponentChildren;
}

export function Button({ tone = "plain", shortcut, busy = false, disabled = false, type = "button", children, ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type} class="button" data-tone={tone} aria-busy={busy} disabled={busy || disabled}>
      {children}
      {shortcut && <kbd aria-hidden="true">{shortcut}</kbd>}
    </button>
  );
}

export function LinkButton({ to, children }: { to: string; children: ComponentChildren }) {
  return (
    <Link to={to} class="button" data-tone="plain">
      {children}
    </Link>
  );
}
