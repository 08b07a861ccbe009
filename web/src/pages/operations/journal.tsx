// What has been done? Every write, newest first, narrowed by who, what and when.
import { usePages } from "../../api/use-pages.ts";
import { WordBadge } from "../../components/badge.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Facets } from "../../components/facets.tsx";
import { Field, Select } from "../../components/field.tsx";
import { MomentField } from "../../components/moment-field.tsx";
import { Empty } from "../../components/problem.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { grouped, shortened } from "../../components/wording.ts";
import type { Entry } from "../../contract.ts";
import { operationAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { useQuery } from "../../routing/query.ts";
import { useRested } from "../../state/rested.ts";
import { Chain } from "./chain.tsx";
import { subjectOf, touched } from "./changes.ts";
import { auditParams, FILTERS, narrowings, WRITES } from "./filters.ts";

/** As much of a statement as one line of the list has room for. */
const SUBJECT_CHARACTERS = 140;

const COLUMNS: readonly Column<Entry>[] = [
  { name: "seq", title: "No.", kind: "number", cell: (entry) => grouped(entry.seq) },
  { name: "at", title: "When", kind: "narrow", cell: (entry) => <Timestamp at={entry.occurred_at} /> },
  {
    name: "operation",
    title: "What",
    kind: "wide",
    cell: (entry) => (
      <>
        <Link class="row-link" to={operationAddress(entry.id)}>
          <strong>{entry.operation}</strong> <span class="faint">{touched(entry)}</span>
        </Link>
        <About entry={entry} />
      </>
    ),
  },
  { name: "by", title: "By", kind: "narrow", cell: (entry) => entry.actor ?? entry.profile },
  { name: "verdict", title: "Trust", kind: "narrow", cell: (entry) => entry.verdict && <WordBadge word={entry.verdict} /> },
];

export function Journal() {
  const [filters, change] = useQuery(FILTERS);
  const pages = usePages("audit", auditParams(useRested(filters)), { rowsOf: (result) => result.entries });
  const narrow = (changed: Partial<typeof filters>) => change(changed, { replace: true });
  return (
    <div class="with-aside journal" data-side="left">
      <Facets chosen={narrowings(filters)}>
        <Select
          label="Operation"
          value={filters.operation}
          none="Every one"
          options={WRITES.map((name) => ({ value: name, label: name }))}
          onValue={(operation) => narrow({ operation })}
        />
        <Field label="Profile" value={filters.profile} onValue={(profile) => narrow({ profile })} />
        <Field label="Actor" value={filters.actor} onValue={(actor) => narrow({ actor })} />
        <Field
          label="What it touched"
          hint="A handle, or the id of anything"
          value={filters.object}
          onValue={(object) => narrow({ object })}
        />
        <Field label="Request" value={filters.request} onValue={(request) => narrow({ request })} />
        <MomentField label="From" value={filters.after} onValue={(after) => narrow({ after })} />
        <MomentField label="Before" value={filters.before} onValue={(before) => narrow({ before })} />
        {narrowings(filters) > 0 && <Link to="/operations">Clear every filter</Link>}
      </Facets>
      <div class="stack">
        <Chain />
        <DataTable
          {...pages}
          caption="Writes, newest first"
          columns={COLUMNS}
          keyOf={(entry) => entry.id}
          linkOf={(entry) => operationAddress(entry.id)}
          empty={<Empty title="No write is like that">Choose fewer filters.</Empty>}
        />
      </div>
    </div>
  );
}

function About({ entry }: { entry: Entry }) {
  const subject = subjectOf(entry);
  if (!subject && !entry.reason) return null;
  return (
    <p class="entry-about">
      {subject && shortened(subject, SUBJECT_CHARACTERS)}
      {entry.reason && <span class="faint"> Why: {shortened(entry.reason, SUBJECT_CHARACTERS)}</span>}
    </p>
  );
}
