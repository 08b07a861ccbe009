// Why is it held? The explanation in sentences, what is in question, the evidence word for word, and how it fades.
import type { ComponentChildren } from "preact";
import { useOperation } from "../../api/use-operation.ts";
import { Badge, WordBadge } from "../../components/badge.tsx";
import { Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { spoken } from "../../components/wording.ts";
import type { ExplainReviewView, JudgedView, RecordView } from "../../contract.ts";
import { inboxAddress, recordAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { Decay } from "./decay.tsx";
import { Evidence } from "./evidence.tsx";

interface BackgroundProps {
  record: RecordView;
  knownAt: string;
  /** What stands between the evidence and the future. */
  children: ComponentChildren;
}

export function Background({ record, knownAt, children }: BackgroundProps) {
  const { data, error, reload } = useOperation("explain", { id: record.id, ...(knownAt ? { known_at: knownAt } : {}) });
  return (
    <>
      <Problem error={error} onRetry={reload} />
      {data && (
        <Panel title={data.held ? "Why it is held" : "Why it is not held"}>
          <ul>
            {data.because.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {data.judged && <Judged judged={data.judged} />}
        </Panel>
      )}
      {data && <Reviews reviews={data.reviews} />}
      {data && <Evidence evidence={data.evidence} more={data.truncated} />}
      {children}
      {data?.decay && <Decay decay={data.decay} />}
    </>
  );
}

function Judged({ judged }: { judged: JudgedView }) {
  return (
    <details class="judged">
      <summary>
        What the judge said: <strong>{spoken(judged.verdict)}</strong>
      </summary>
      <ul>
        {judged.reasons.map((reason) => (
          <li key={reason.code}>{reason.meaning}</li>
        ))}
        {judged.compared.map((compared) => (
          <li key={compared.record_id}>
            compared with <Link to={recordAddress(compared.record_id)}>{compared.record_id}</Link> <WordBadge word={compared.state} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Reviews({ reviews }: { reviews: readonly ExplainReviewView[] }) {
  const open = reviews.filter((review) => review.state !== "resolved");
  if (open.length === 0) return null;
  return (
    <Panel title="Waits for a decision">
      <ul>
        {open.map((review) => (
          <li key={review.id}>
            <Badge tone="warn">{spoken(review.kind)}</Badge> {review.reasons.map((reason) => reason.meaning).join("; ")}{" "}
            <span class="faint">
              since <Timestamp at={review.opened_at} />
            </span>{" "}
            <Link to={inboxAddress({ kind: review.kind, id: review.id })}>Decide in the inbox</Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
