// By which name is it cited? A handle or an id that can be copied, and followed where it leads somewhere.
import { Link } from "../routing/link.tsx";
import { copy } from "./copy-button.tsx";
import { Icon } from "./icon.tsx";

interface HandleProps {
  value: string;
  /** Where the thing itself is shown. */
  to?: string | undefined;
}

export function Handle({ value, to }: HandleProps) {
  return (
    <span class="handle">
      {to ? (
        <Link to={to}>
          <code>{value}</code>
        </Link>
      ) : (
        <code>{value}</code>
      )}
      <button type="button" class="copy" aria-label={`Copy ${value}`} title="Copy" onClick={() => void copy(value, value)}>
        <Icon path={COPY} />
      </button>
    </span>
  );
}

const COPY = "M9 9V5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-4M5 9h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1z";
