// How many tokens did each client use? As the clients reported it; nothing is estimated.
import { ColumnChart } from "../../charts/column-chart.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Panel } from "../../components/panel.tsx";
import { grouped } from "../../components/wording.ts";
import type { MetricsResult, Usage } from "../../contract.ts";
import { usagesOf } from "./over-time.ts";

const COLUMNS: readonly Column<Usage>[] = [
  { name: "client", title: "Client", kind: "wide", cell: (usage) => usage.profile },
  { name: "surface", title: "Through", kind: "narrow", cell: (usage) => usage.surface },
  { name: "model", title: "Model", kind: "narrow", cell: (usage) => usage.model ?? "not told" },
  { name: "reports", title: "Reports", kind: "number", cell: (usage) => grouped(usage.reports) },
  { name: "input", title: "Tokens in", kind: "number", cell: (usage) => grouped(usage.input_tokens) },
  { name: "output", title: "Tokens out", kind: "number", cell: (usage) => grouped(usage.output_tokens) },
];

interface TokensProps {
  metrics: MetricsResult;
  bucket: "day" | "week";
  today: string;
}

export function Tokens({ metrics, bucket, today }: TokensProps) {
  if (!metrics.usage_reported) {
    return (
      <Panel title="Token use per client">
        <p>No client reported tokens in this time. They are never estimated.</p>
      </Panel>
    );
  }
  return (
    <Panel title="Token use per client">
      <div class="stack">
        <ColumnChart
          title={bucket === "week" ? "Tokens in and out, by week" : "Tokens in and out, by day"}
          {...usagesOf(metrics.usage_over_time, bucket, today)}
          along={bucket === "week" ? "week of" : "day"}
          unit="token"
        />
        <DataTable
          caption="Tokens by client, surface and model"
          columns={COLUMNS}
          rows={metrics.usage}
          keyOf={(usage) => `${usage.profile} ${usage.surface} ${usage.model ?? ""}`}
        />
      </div>
    </Panel>
  );
}
