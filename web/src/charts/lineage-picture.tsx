// How did it become what it is? The versions of a record as a line from the first to the one that holds.
import { Link } from "../routing/link.tsx";
import { recordAddress } from "../routing/addresses.ts";
import { toneOf } from "../components/badge.tsx";
import { spoken, written } from "../components/wording.ts";

export interface Version {
  id: string;
  handle: string;
  state: string;
  statement?: string;
  at: string;
}

/** Oldest first; the one that is looked at stands out. It is a list to those who listen. */
export function LineagePicture({ versions, current }: { versions: readonly Version[]; current: string }) {
  return (
    <ol class="lineage" aria-label="Versions, oldest first">
      {versions.map((version, index) => (
        <li key={version.id} aria-current={version.id === current ? "true" : undefined}>
          <svg width="28" height="100%" aria-hidden="true" class="lineage-line">
            {index > 0 && <line x1="14" y1="0" x2="14" y2="18" />}
            {index < versions.length - 1 && <line x1="14" y1="18" x2="14" y2="100%" />}
            <circle cx="14" cy="18" r={version.id === current ? 7 : 5} data-tone={toneOf(version.state)} />
          </svg>
          <div>
            <Link to={recordAddress(version.handle)}>{version.statement ?? version.handle}</Link>
            <p class="faint">
              {spoken(version.state)} · {written(new Date(version.at))} · <code>{version.handle}</code>
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
