// What did the policy say, write by write? The trust decisions, newest first.
import type { Pages } from "../../api/use-pages.ts";
import { WordBadge } from "../../components/badge.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { optionsOf, Select } from "../../components/field.tsx";
import { Panel } from "../../components/panel.tsx";
import { Empty } from "../../components/problem.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { spoken } from "../../components/wording.ts";
import type { DecisionView } from "../../contract.ts";
import { operationAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { type Filters, VERDICTS } from "./filters.ts";

const COLUMNS: readonly Column<DecisionView>[] = [
  { name: "at", title: "When", kind: "narrow", cell: (decision) => <Timestamp at={decision.at} /> },
  { name: "who", title: "Profile", kind: "narrow", cell: (decision) => decision.profile },
  {
    name: "operation",
    title: "Operation and reason",
    kind: "wide",
    cell: (decision) => (
      <>
        <Link class="row-link" to={operationAddress(decision.operation_id)}>
          {spoken(decision.operation)}
        </Link>
        <span class="faint"> {decision.reason}</span>
        {decision.approved_by && <span>, confirmed by {decision.approved_by}</span>}
      </>
    ),
  },
  { name: "needed", title: "Right", kind: "narrow", cell: (decision) => spoken(decision.needed) },
  { name: "verdict", title: "Verdict", kind: "narrow", cell: (decision) => <WordBadge word={decision.verdict} /> },
];

interface DecisionsProps {
  pages: Pages<"clients", DecisionView>;
  filters: Filters;
  onChange(changed: Partial<Filters>): void;
}

export function Decisions({ pages, filters, onChange }: DecisionsProps) {
  const profiles = [...new Set([...(pages.result?.profiles.map(({ name }) => name) ?? []), filters.profile])].filter(Boolean);
  return (
    <Panel title="Trust decisions">
      <div class="stack">
        <p class="faint">One for each write. What was refused wrote nothing and is only in the log.</p>
        <div class="row">
          <Select
            label="Profile"
            value={filters.profile}
            none="Every profile"
            options={profiles.map((name) => ({ value: name, label: name }))}
            onValue={(profile) => onChange({ profile })}
          />
          <Select
            label="Verdict"
            value={filters.verdict}
            none="Every verdict"
            options={optionsOf(VERDICTS)}
            onValue={(verdict) => onChange({ verdict })}
          />
        </div>
        <DataTable
          {...pages}
          caption="Trust decisions, newest first"
          columns={COLUMNS}
          keyOf={(decision) => decision.id}
          linkOf={(decision) => operationAddress(decision.operation_id)}
          empty={<Empty title="No decision is like that">Choose another profile or verdict.</Empty>}
        />
      </div>
    </Panel>
  );
}
