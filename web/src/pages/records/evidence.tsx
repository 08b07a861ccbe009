// What does it rest on? The evidence as it was seen: a piece of each at first, the whole text on request.
import { useState } from "preact/hooks";
import { useOperation } from "../../api/use-operation.ts";
import { Badge, WordBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Verbatim } from "../../components/code-excerpt.tsx";
import { Handle } from "../../components/handle.tsx";
import { Panel } from "../../components/panel.tsx";
import { Loading, Problem } from "../../components/problem.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { bytes, counted, titled } from "../../components/wording.ts";
import type { ExcerptView } from "../../contract.ts";

export function Evidence({ evidence, more }: { evidence: readonly ExcerptView[]; more: boolean }) {
  if (evidence.length === 0) return null;
  return (
    <Panel title="Evidence" aside={<span class="faint">{counted(evidence.length, "piece")}</span>}>
      {evidence.map((piece) => (
        <Piece key={piece.id} piece={piece} />
      ))}
      {more && <p class="faint">There is more than is shown here.</p>}
    </Panel>
  );
}

function Piece({ piece }: { piece: ExcerptView }) {
  const [whole, setWhole] = useState(false);
  return (
    <div class="seen">
      <p class="row">
        <Handle value={`e:${piece.handle}`} />
        <Badge>{titled(piece.origin)}</Badge>
        <WordBadge word={piece.trusted ? "trusted" : "untrusted"} />
        {piece.source && <Source name={piece.source} />}
        <Timestamp at={piece.observed_at} />
      </p>
      {whole ? <Whole id={piece.id} /> : <blockquote class="quote">{piece.excerpt ?? "Erased, or not for this profile"}</blockquote>}
      {piece.excerpt !== undefined && (
        <Button tone="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
          {whole ? "Show less" : "Show the whole text"}
        </Button>
      )}
    </div>
  );
}

/** Only what is plainly an address on the web becomes a link; it is shown in full, and tells nobody where it was pressed. */
function Source({ name }: { name: string }) {
  return /^https?:\/\//.test(name) ? (
    <a href={name} rel="noreferrer noopener" target="_blank">
      {name}
    </a>
  ) : (
    <code>{name}</code>
  );
}

function Whole({ id }: { id: string }) {
  const { data, error, loading, reload } = useOperation("inspect", { ids: [id] }, { live: false });
  const [piece] = data?.evidence ?? [];
  return (
    <>
      <Loading active={loading} />
      <Problem error={error} onRetry={reload} />
      {piece && (
        <>
          <Verbatim text={piece.text ?? "Erased, or not for this profile"} label="The whole text of the evidence" />
          <p class="faint">
            {piece.media_type}, {bytes(piece.bytes)}
            {piece.session_id && `, session ${piece.session_id}`}
          </p>
        </>
      )}
    </>
  );
}
