// What does the project hold? All records, narrowed by facets, newest first, a page at a time.
import { usePages } from "../../api/use-pages.ts";
import { Badge, WordBadge } from "../../components/badge.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Facet, Facets } from "../../components/facets.tsx";
import { Field, Toggle } from "../../components/field.tsx";
import { Handle } from "../../components/handle.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Empty } from "../../components/problem.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { counted, spoken } from "../../components/wording.ts";
import type { RecordView } from "../../contract.ts";
import { recordAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { useQuery } from "../../routing/query.ts";
import { FILTERS, KINDS, listParams, narrowings, SCOPES, STATES } from "./filters.ts";

const COLUMNS: readonly Column<RecordView>[] = [
  { name: "handle", title: "Handle", kind: "narrow", cell: (record) => <Handle value={record.handle} /> },
  { name: "kind", title: "Kind", kind: "narrow", cell: (record) => <Badge>{spoken(record.kind)}</Badge> },
  {
    name: "statement",
    title: "Statement",
    kind: "wide",
    cell: (record) => (
      <Link class="row-link" to={recordAddress(record.handle)}>
        <span class="clamp">{record.statement ?? <em class="faint">{record.withheld ?? "erased"}</em>}</span>
      </Link>
    ),
  },
  { name: "state", title: "State", kind: "narrow", cell: (record) => <Words record={record} /> },
  { name: "recorded", title: "Recorded", kind: "narrow", cell: (record) => <Timestamp at={record.recorded_at} /> },
];

export function RecordList() {
  const [filters, change] = useQuery(FILTERS);
  const pages = usePages("list", listParams(filters), { rowsOf: (result) => result.records });
  return (
    <>
      <PageHeader title="Records" lead={pages.result && <Lead total={pages.result.total} withheld={pages.result.withheld} />} />
      <div class="with-aside" data-side="left">
        <Facets chosen={narrowings(filters)}>
          <Field
            label="Subject begins with"
            type="search"
            value={filters.subject}
            onValue={(subject) => change({ subject }, { replace: true })}
          />
          <Facet
            title="State"
            values={STATES}
            chosen={filters.states}
            onChoose={(states) => change({ states: states.length ? states : ["live"] })}
          />
          <Facet
            title="Kind"
            single
            values={KINDS}
            chosen={filters.kind ? [filters.kind] : []}
            onChoose={([kind]) => change({ kind: kind ?? "" })}
          />
          <Facet
            title="Scope"
            single
            values={SCOPES}
            chosen={filters.scope ? [filters.scope] : []}
            onChoose={([scope]) => change({ scope: scope ?? "" })}
          />
          <Toggle label="Only what holds on this branch" checked={filters.here} onValue={(here) => change({ here })} />
        </Facets>
        <DataTable
          {...pages}
          caption="Records"
          columns={COLUMNS}
          keyOf={(record) => record.id}
          linkOf={(record) => recordAddress(record.handle)}
          empty={<Empty title="No record is like that">Choose fewer filters.</Empty>}
        />
      </div>
    </>
  );
}

function Lead({ total, withheld }: { total: number; withheld: number }) {
  return (
    <>
      {counted(total, "record")}
      {withheld > 0 && `; ${counted(withheld, "sensitive one is", "sensitive ones are")} not shown`}
    </>
  );
}

/** The state and the marks of a record, each a word. */
export function Words({ record }: { record: RecordView }) {
  const words = [record.state, ...record.marks, ...(record.frozen ? ["frozen"] : [])];
  return (
    <span class="row">
      {words.map((word) => (
        <WordBadge key={word} word={word} />
      ))}
    </span>
  );
}
