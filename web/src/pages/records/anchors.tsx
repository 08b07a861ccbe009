// Does the code agree? What a record cites, what became of it, and the lines themselves.
import { WordBadge } from "../../components/badge.tsx";
import { Panel } from "../../components/panel.tsx";
import { UnifiedDiff } from "../../components/text-diff.tsx";
import type { AnchorView, RecordView } from "../../contract.ts";

export function Anchors({ record }: { record: RecordView }) {
  const anchors = record.freshness?.anchors ?? [];
  if (anchors.length === 0) return null;
  return (
    <Panel title="Cited in the code">
      {anchors.map((anchor) => (
        <Anchor key={anchor.reference} anchor={anchor} />
      ))}
    </Panel>
  );
}

function Anchor({ anchor }: { anchor: AnchorView }) {
  return (
    <div class="anchor">
      <p class="row">
        <code>{anchor.reference}</code> <WordBadge word={anchor.status} />
        {anchor.now && (
          <span>
            now at <code>{anchor.now}</code>
          </span>
        )}
      </p>
      {anchor.detail && <p class="faint">{anchor.detail}</p>}
      {anchor.diff && <UnifiedDiff text={anchor.diff} />}
    </div>
  );
}
