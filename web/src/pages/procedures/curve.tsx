// Does it still work? The share of its uses that went well, over time, and each use by itself.
import { CurveChart } from "../../charts/curve-chart.tsx";
import { WordBadge } from "../../components/badge.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Panel } from "../../components/panel.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { percent, written } from "../../components/wording.ts";
import type { OutcomeView } from "../../contract.ts";
import { ratePoints } from "./telling.ts";

const COLUMNS: readonly Column<OutcomeView>[] = [
  { name: "at", title: "When", kind: "narrow", cell: ({ at }) => <Timestamp at={at} /> },
  { name: "outcome", title: "How it went", kind: "narrow", cell: ({ outcome }) => <WordBadge word={outcome} /> },
  { name: "how", title: "How it was used", kind: "narrow", cell: ({ how }) => how },
  { name: "rate", title: "Worked so far", kind: "number", cell: ({ rate }) => (rate === undefined ? "–" : percent(rate)) },
  { name: "source", title: "Said by", kind: "wide", cell: ({ source }) => <code>{source}</code> },
];

export function Curve({ outcomes }: { outcomes: readonly OutcomeView[] }) {
  const points = ratePoints(outcomes);
  return (
    <Panel title="How its uses went">
      {outcomes.length === 0 ? (
        <p class="faint">Nobody has used it yet, or nobody said how that went.</p>
      ) : (
        <div class="stack">
          {points.length > 0 && (
            <CurveChart
              title="Share of uses that worked"
              curves={[{ name: "worked", points }]}
              along="moment"
              say={(moment) => written(new Date(moment))}
              shape="steps"
              top={1}
            />
          )}
          <DataTable
            caption="Uses, the newest first"
            columns={COLUMNS}
            rows={outcomes.toReversed()}
            keyOf={(one) => `${one.at} ${one.source} ${one.how}`}
          />
        </div>
      )}
    </Panel>
  );
}
