// What is different now? Every record that came, went or changed since the chosen moment.
import { useState } from "preact/hooks";
import { useOperation } from "../../api/use-operation.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Handle } from "../../components/handle.tsx";
import { Empty, Loading, Problem } from "../../components/problem.tsx";
import { TextDiff } from "../../components/text-diff.tsx";
import { counted, grouped, spoken, titled, written } from "../../components/wording.ts";
import type { Difference, DiffResult } from "../../contract.ts";
import { recordAddress } from "../../routing/addresses.ts";
import { type Choices, differsParams } from "./filters.ts";
import { KindChoice } from "./held.tsx";

const FIRST = 30;
const MOST = 300;
const TONES: Record<string, Tone> = { added: "good", removed: "bad", changed: "accent" };

interface DiffersProps {
  choices: Choices;
  change(changed: Partial<Choices>): void;
}

export function Differs({ choices, change }: DiffersProps) {
  const [limit, setLimit] = useState(FIRST);
  const { data, error, loading, reload } = useOperation("diff", differsParams(choices, limit));
  if (!choices.at) return <Empty title="Now is no different from now">Choose an earlier moment above.</Empty>;
  return (
    <div class="stack">
      <div class="row moment-lead">
        <p class="lead">{data && `${counted(data.total, "difference")} between ${written(new Date(choices.at))} and now`}</p>
        <KindChoice choices={choices} change={change} />
      </div>
      <Loading active={loading} />
      <Problem error={error} onRetry={reload} />
      {data && data.total > 0 && <ByKind result={data} />}
      {data?.differences.map((difference) => (
        <Different key={difference.lineage} difference={difference} />
      ))}
      {data?.total === 0 && <Empty title="Nothing is different">What was held then is what is held now.</Empty>}
      {data?.truncated && limit < MOST && (
        <div class="more">
          <Button busy={loading} onClick={() => setLimit(MOST)}>
            Show more
          </Button>
        </div>
      )}
      {data?.truncated && limit >= MOST && <p class="faint">The first {grouped(MOST)} are shown. Choose a kind to see fewer.</p>}
    </div>
  );
}

function ByKind({ result }: { result: DiffResult }) {
  const changes = ["added", "changed", "removed"];
  return (
    <div class="table-scroll">
      <table>
        <caption class="unseen">Differences by kind</caption>
        <thead>
          <tr>
            <th scope="col">Kind</th>
            {changes.map((change) => (
              <th key={change} scope="col" data-kind="number">
                {titled(change)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(result.by_kind).map(([kind, counts]) => (
            <tr key={kind}>
              <th scope="row">{titled(kind)}</th>
              {changes.map((change) => (
                <td key={change} data-kind="number">
                  {grouped(counts[change] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Different({ difference }: { difference: Difference }) {
  const { before, after, change } = difference;
  const shown = after ?? before;
  const fields = difference.fields.filter((field) => field.name !== "statement").map((field) => spoken(field.name));
  return (
    <article class="panel moment-difference" aria-label={`${change}: ${shown?.statement ?? difference.lineage}`}>
      <p class="row">
        <Badge tone={TONES[change]}>{change}</Badge>
        <Badge>{spoken(difference.kind)}</Badge>
        {shown && <Handle value={`m:${shown.handle}`} to={recordAddress(shown.handle)} />}
        {shown?.subject_key && <code class="faint">{shown.subject_key}</code>}
        {fields.length > 0 && <span class="faint">also changed: {fields.join(", ")}</span>}
      </p>
      {before && after ? (
        <TextDiff layout="sides" before={before.statement} after={after.statement} titles={["Held then", "Held now"]} />
      ) : (
        <p>{shown?.statement ?? <em class="faint">{shown?.withheld ?? "erased"}</em>}</p>
      )}
    </article>
  );
}
