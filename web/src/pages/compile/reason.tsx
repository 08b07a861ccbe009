// Why is this line there? Its reason, score, freshness and evidence, and the item that it comes from.
import { Badge } from "../../components/badge.tsx";
import { ItemHandle } from "../../components/item-handle.tsx";
import { KeyValues } from "../../components/panel.tsx";
import { Quotes } from "../../components/quotes.tsx";
import { ScoreBar, ScoreTable } from "../../components/score-parts.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { counted, spoken } from "../../components/wording.ts";
import type { LineView } from "../../contract.ts";

export function Reason({ line, sections }: { line: LineView; sections: ReadonlyMap<string, string> }) {
  const evidence = line.tier === "evidence" ? [line.id] : line.evidence_ids;
  return (
    <div class="stack">
      <p>
        <strong>It {line.reason}.</strong>
      </p>
      <KeyValues
        pairs={[
          ["Item", <ItemHandle item={line} />],
          ["Kind", <Badge>{spoken(line.kind)}</Badge>],
          ["Section", sections.get(line.section) ?? line.section],
          ["Tokens", line.tokens],
          ["Score", line.score ? line.score.toFixed(3) : "none: it is there anyway"],
          ["Since", <Timestamp at={line.at} />],
          ["Freshness", line.freshness],
          ["Labels", line.labels.length ? line.labels.join("; ") : undefined],
          ["Says the same", line.also.length ? counted(line.also.length, "item was merged into it", "items were merged into it") : undefined],
        ]}
      />
      {Object.keys(line.parts).length > 0 && (
        <div class="stack-close">
          <ScoreBar parts={line.parts} />
          <ScoreTable parts={line.parts} caption="What its score is made of" />
        </div>
      )}
      {evidence.length > 0 && (
        <section aria-label="Evidence">
          <h3>{line.tier === "evidence" ? "The whole evidence" : "Rests on"}</h3>
          <Quotes key={line.id} ids={evidence} />
        </section>
      )}
    </div>
  );
}
