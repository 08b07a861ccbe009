// Why is this record not among the hits, or not higher? The explanation of one record for the question.
import { useOperation } from "../../api/use-operation.ts";
import { Asking } from "../../components/asking.tsx";
import { Badge, WordBadge } from "../../components/badge.tsx";
import { Field } from "../../components/field.tsx";
import { Handle } from "../../components/handle.tsx";
import { Panel } from "../../components/panel.tsx";
import { Empty, Loading, Problem } from "../../components/problem.tsx";
import { ScoreBar, ScoreTable } from "../../components/score-parts.tsx";
import type { ExplainResult } from "../../contract.ts";
import { recordAddress } from "../../routing/addresses.ts";
import type { Asked, ChangeAsked } from "./asking.ts";

export function Why({ asked, onChange }: { asked: Asked; onChange: ChangeAsked }) {
  return (
    <div class="stack">
      <Asking
        label="About which record"
        value={asked.record}
        onAsk={(record) => onChange({ record: record.trim() })}
        field={(typed) => (
          <Field
            {...typed}
            label="Record"
            hint="Its handle or id: why does a plain search for the question find it, or not?"
            placeholder="m:k3v9qd2a"
          />
        )}
        button="Explain"
        required
      />
      {asked.record ? (
        <Explained key={`${asked.record} ${asked.q}`} id={asked.record} question={asked.q.trim()} />
      ) : (
        <Empty title="Name a record">You expected it among the hits, and it is not there or too low.</Empty>
      )}
    </div>
  );
}

function Explained({ id, question }: { id: string; question: string }) {
  const search = useOperation("explain", { id, query: question });
  const record = useOperation("explain", { id });
  const reload = () => {
    search.reload();
    record.reload();
  };
  return (
    <>
      <Loading active={search.loading || record.loading} />
      <Problem error={search.error ?? record.error} onRetry={reload} />
      {search.data && <Ranking ranking={search.data.ranking} because={search.data.because} />}
      {record.data && <Held explained={record.data} />}
    </>
  );
}

function Ranking({ ranking, because }: Pick<ExplainResult, "ranking" | "because">) {
  return (
    <Panel title={ranking ? `It is number ${ranking.rank}` : "The search does not find it"}>
      <Sentences sentences={because} />
      {ranking?.parts && (
        <div class="stack-close">
          <ScoreBar parts={ranking.parts} />
          <ScoreTable parts={ranking.parts} />
        </div>
      )}
    </Panel>
  );
}

/** What is no longer held, or not held here, is not found whatever its words are. */
function Held({ explained }: { explained: ExplainResult }) {
  const { record, held, because } = explained;
  return (
    <Panel
      title="The record itself"
      aside={<Badge tone={held ? "good" : "warn"}>{held ? "held" : "not held"}</Badge>}
    >
      {record && (
        <p class="row search-statement">
          <Handle value={`m:${record.handle}`} to={recordAddress(record.handle)} /> <WordBadge word={record.state} />
          {record.statement}
        </p>
      )}
      <Sentences sentences={because} />
    </Panel>
  );
}

function Sentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
