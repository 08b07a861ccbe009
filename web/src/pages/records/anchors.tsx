// Does the code agree? What a record cites, what became of it, and the lines themselves, now and when they were cited.
import { Badge, WordBadge } from "../../components/badge.tsx";
import { CodeExcerpt } from "../../components/code-excerpt.tsx";
import { Panel } from "../../components/panel.tsx";
import { UnifiedDiff } from "../../components/text-diff.tsx";
import type { AnchorView, CodeView, RecordView } from "../../contract.ts";
import { netAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";

export function Anchors({ record }: { record: RecordView }) {
  const { freshness } = record;
  if (!freshness || freshness.anchors.length === 0) return null;
  return (
    <Panel title="Cited in the code" aside={<span class="faint">{freshness.text}</span>}>
      {freshness.anchors.map((anchor) => (
        <Anchor key={anchor.reference} anchor={anchor} />
      ))}
    </Panel>
  );
}

function Anchor({ anchor }: { anchor: AnchorView }) {
  const { code, code_then: then } = anchor;
  return (
    <div class="anchor">
      <p class="row">
        <Link to={netAddress(anchor.reference)}>
          <code>{anchor.reference}</code>
        </Link>
        <WordBadge word={anchor.status} />
        {anchor.derived && <Badge tone="faint">named in the statement</Badge>}
        {anchor.now && (
          <span>
            now at <code>{anchor.now}</code>
          </span>
        )}
      </p>
      {anchor.detail && <p class="faint">{anchor.detail}</p>}
      <div class={then && code ? "columns" : "stack"}>
        {then && <Excerpt code={then} title={`As it was at ${then.commit?.slice(0, 7) ?? "that time"}`} />}
        {code && <Excerpt code={code} title="As it is now" />}
      </div>
      {anchor.diff && (
        <details>
          <summary>What changed, line by line</summary>
          <UnifiedDiff text={anchor.diff} />
        </details>
      )}
    </div>
  );
}

function Excerpt({ code, title }: { code: CodeView; title: string }) {
  const marked = Array.from({ length: code.stop - code.start + 1 }, (_, index) => code.start + index);
  return (
    <div>
      <h3 class="excerpt-title">
        {title}: <code>{code.path}</code>
      </h3>
      <CodeExcerpt text={code.text} first={code.first_line} marked={marked} label={`${title}: ${code.path}`} />
      {code.truncated && <p class="faint">Not all of the cited lines are shown.</p>}
    </div>
  );
}
