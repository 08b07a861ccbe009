// What answers, and why there? Each hit with its text, its place and the parts of its score.
import { useState } from "preact/hooks";
import { usePages } from "../../api/use-pages.ts";
import { Badge, type Tone, WordBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { ItemHandle } from "../../components/item-handle.tsx";
import { KeyValues } from "../../components/panel.tsx";
import { Empty, Loading, Problem } from "../../components/problem.tsx";
import { Quotes } from "../../components/quotes.tsx";
import { reach } from "../../components/score.ts";
import { ScoreBar, ScoreTable } from "../../components/score-parts.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { counted, percent, spoken } from "../../components/wording.ts";
import type { HitView, SearchResult } from "../../contract.ts";
import { recordAddress, sessionAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { type Asked, searchParams } from "./asking.ts";
import { pieces } from "./marking.ts";

const TONES: Record<SearchResult["match"], Tone> = { strong_match: "good", weak_match: "warn", no_match: "bad" };

export function Hits({ asked }: { asked: Asked }) {
  const pages = usePages("search", searchParams(asked), { rowsOf: (result) => result.hits });
  const scale = reach(pages.rows.map((hit) => hit.parts));
  return (
    <>
      <Loading active={pages.loading} label="Searching" />
      <div class="stack">
        <Problem error={pages.error} onRetry={pages.reload} />
        {pages.result && !pages.error && <Verdict result={pages.result} />}
        {pages.result && pages.rows.length === 0 && !pages.loading && (
          <Empty title="Nothing answers">Try other words, another way of looking, or fewer filters.</Empty>
        )}
        <ol class="hits" aria-label="Hits, best first">
          {pages.rows.map((hit) => (
            <Hit key={`${hit.rank} ${hit.id}`} hit={hit} scale={scale} />
          ))}
        </ol>
        {pages.more && (
          <div class="more">
            <Button onClick={pages.more} busy={pages.loading}>
              Load more
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

/** How well the question is answered at all, and what was really looked for. */
function Verdict({ result }: { result: SearchResult }) {
  return (
    <p class="row search-verdict" role="status">
      <Badge tone={TONES[result.match]}>{spoken(result.match)}</Badge>
      <span>{percent(result.sureness)} sure that memory answers this</span>
      {result.words.length > 0 && (
        <span class="faint">
          looked for <Words words={result.words} />
        </span>
      )}
      {result.dropped.length > 0 && (
        <span class="faint">
          too common to look for: <Words words={result.dropped} />
        </span>
      )}
      {result.withheld > 0 && (
        <span class="faint">{counted(result.withheld, "sensitive hit is", "sensitive hits are")} not for this profile</span>
      )}
    </p>
  );
}

function Words({ words }: { words: readonly string[] }) {
  return (
    <>
      {words.map((word) => (
        <code key={word} class="hit-word">
          {word}
        </code>
      ))}
    </>
  );
}

function Hit({ hit, scale }: { hit: HitView; scale: readonly [number, number] }) {
  return (
    <li class="hit">
      <span class="hit-rank" title={`Number ${hit.rank}`}>
        {hit.rank}
      </span>
      <div class="hit-body">
        <p class="hit-text">
          <Marked hit={hit} />
        </p>
        <p class="row hit-facts">
          <Badge>{spoken(hit.type === "record" ? hit.kind : hit.type)}</Badge>
          {hit.state && hit.state !== "live" && <WordBadge word={hit.state} />}
          {hit.marks.map((mark) => (
            <WordBadge key={mark} word={mark} />
          ))}
          <ItemHandle item={{ id: hit.id, handle: hit.handle, tier: hit.type }} />
          {hit.subject_key && <code>{hit.subject_key}</code>}
          <Timestamp at={hit.at} />
          <span class="faint">found by {hit.found_by.join(", ")}</span>
        </p>
        <More hit={hit} />
      </div>
      <div class="hit-score">
        <strong>{hit.score.toFixed(3)}</strong>
        <ScoreBar parts={hit.parts} scale={scale} />
      </div>
    </li>
  );
}

function Marked({ hit }: { hit: HitView }) {
  if (hit.spans.length === 0) return <>{hit.text}</>;
  return (
    <>
      {pieces(hit.text, hit.spans).map((piece, index) =>
        piece.found ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
      )}
    </>
  );
}

function More({ hit }: { hit: HitView }) {
  const [open, setOpen] = useState(false);
  return (
    <details class="hit-more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Why it stands here</summary>
      {open && (
        <div class="columns">
          <ScoreTable parts={hit.parts} />
          <KeyValues
            pairs={[
              ["Origin", spoken(hit.origin)],
              ["Confidence", hit.confidence === undefined ? undefined : percent(hit.confidence)],
              ["Freshness", hit.freshness?.text],
              ["Session", hit.session && <Link to={sessionAddress(hit.session)}>{hit.session}</Link>],
              ["Brought by a link of", hit.linked_from && <Link to={recordAddress(hit.linked_from)}>{hit.linked_from}</Link>],
              ["A later value is in", hit.revised_by],
              ["Characters", hit.type === "evidence" ? `${hit.start} to ${hit.stop} of the evidence` : undefined],
            ]}
          />
          {hit.type === "evidence" && <Quotes ids={[hit.id]} />}
        </div>
      )}
    </details>
  );
}
