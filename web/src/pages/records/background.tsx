// Why is it held? The explanation in sentences, the evidence word for word, what it rests on, and what is in doubt.
import { useOperation } from "../../api/use-operation.ts";
import { type Neighbour, NeighbourPicture } from "../../charts/neighbour-picture.tsx";
import { Badge, WordBadge } from "../../components/badge.tsx";
import { Handle } from "../../components/handle.tsx";
import { Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { spoken, titled } from "../../components/wording.ts";
import type { ExcerptView, ExplainReviewView, NeighbourView, RecordView } from "../../contract.ts";
import { Link } from "../../routing/link.tsx";

export function Background({ record }: { record: RecordView }) {
  const { data, error, reload } = useOperation("explain", { id: record.id });
  if (!data) return <Problem error={error} onRetry={reload} />;
  const [left, right] = [data.rests_on.map(neighbourOf), data.rests_on_it.map(neighbourOf)];
  return (
    <>
      <Panel title={data.held ? "Why it is held" : "Why it is not held"}>
        <ul>
          {data.because.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Panel>
      <Reviews reviews={data.reviews} />
      <Evidence evidence={data.evidence} />
      {left.length + right.length > 0 && (
        <Panel title="Connected with">
          <NeighbourPicture centre={record.statement ?? record.handle} left={left} right={right} />
        </Panel>
      )}
    </>
  );
}

function neighbourOf(view: NeighbourView): Neighbour {
  const id = view.record_id ?? view.reference ?? "";
  return { id, label: view.statement ?? id, type: view.type, record: view.record_id !== undefined };
}

function Reviews({ reviews }: { reviews: readonly ExplainReviewView[] }) {
  const open = reviews.filter((review) => review.state !== "resolved");
  if (open.length === 0) return null;
  return (
    <Panel title="Waits for a decision" aside={<Link to="/inbox">Inbox</Link>}>
      <ul>
        {open.map((review) => (
          <li key={review.id}>
            <Badge tone="warn">{spoken(review.kind)}</Badge> {review.reasons.map((reason) => reason.meaning).join("; ")}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Evidence({ evidence }: { evidence: readonly ExcerptView[] }) {
  if (evidence.length === 0) return null;
  return (
    <Panel title="Evidence">
      {evidence.map((piece) => (
        <div key={piece.id} class="seen">
          <p class="row">
            <Handle value={`e:${piece.handle}`} />
            <Badge>{titled(piece.origin)}</Badge>
            <WordBadge word={piece.trusted ? "trusted" : "untrusted"} />
            {piece.source && <code>{piece.source}</code>}
            <Timestamp at={piece.observed_at} />
          </p>
          <blockquote class="quote">{piece.excerpt ?? "Erased, or not for this profile"}</blockquote>
        </div>
      ))}
    </Panel>
  );
}
