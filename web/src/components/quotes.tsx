// What was really said? Pieces of evidence, word for word, asked for by their ids.
import { useOperation } from "../api/use-operation.ts";
import type { EvidenceView } from "../contract.ts";
import { Badge, WordBadge } from "./badge.tsx";
import { Handle } from "./handle.tsx";
import { Loading, Problem } from "./problem.tsx";
import { Timestamp } from "./timestamp.tsx";
import { counted, titled } from "./wording.ts";

/** More would bury the view; the rest is one press away. */
const MOST_SHOWN = 5;

export function Quotes({ ids }: { ids: readonly string[] }) {
  const shown = ids.slice(0, MOST_SHOWN);
  const { data, error, loading, reload } = useOperation("inspect", shown.length ? { ids: shown } : undefined);
  return (
    <div class="quotes">
      <Loading active={loading} />
      <Problem error={error} onRetry={reload} />
      {data?.evidence.map((piece) => (
        <Quote key={piece.id} piece={piece} />
      ))}
      {ids.length > MOST_SHOWN && <p class="faint">{counted(ids.length - MOST_SHOWN, "more piece", "more pieces")} of evidence</p>}
    </div>
  );
}

function Quote({ piece }: { piece: EvidenceView }) {
  return (
    <figure class="seen">
      <blockquote class="quote">{piece.text ?? "Erased, or not for this profile"}</blockquote>
      <figcaption class="row">
        <Handle value={`e:${piece.handle}`} />
        <Badge>{titled(piece.origin)}</Badge>
        {!piece.trusted && <WordBadge word="untrusted" />}
        {piece.source && <code>{piece.source}</code>}
        <Timestamp at={piece.observed_at} />
      </figcaption>
    </figure>
  );
}
