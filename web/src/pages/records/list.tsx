// What does the project hold? All records, narrowed by facets or found by words, a page at a time.
import { mayCall } from "../../api/call.ts";
import { useOperation } from "../../api/use-operation.ts";
import { usePages } from "../../api/use-pages.ts";
import { Badge } from "../../components/badge.tsx";
import { LinkButton } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Field } from "../../components/field.tsx";
import { Handle } from "../../components/handle.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Empty } from "../../components/problem.tsx";
import { recordColumns, Words } from "../../components/record-columns.tsx";
import { counted, spoken } from "../../components/wording.ts";
import type { HitView, RecordView } from "../../contract.ts";
import { recordAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { useQuery } from "../../routing/query.ts";
import { useRested } from "../../state/rested.ts";
import { RecordFacets } from "./facets.tsx";
import { facetParams, type Filters, FILTERS, isPast, listParams, searchParams } from "./filters.ts";

const NO_MATCH = <Empty title="No record is like that">Choose fewer filters, or other words.</Empty>;

export function RecordList() {
  const [filters, change] = useQuery(FILTERS);
  const asked = { ...filters, q: useRested(filters.q).trim(), subject: useRested(filters.subject) };
  const counts = useOperation("list", facetParams(asked));
  return (
    <>
      <PageHeader
        title="Records"
        lead={<Lead filters={asked} total={counts.data?.total} withheld={counts.data?.withheld} />}
        actions={mayCall("ingest") && <LinkButton to="/records/new">New record</LinkButton>}
      />
      <div class="record-search">
        <Field
          label="Find by words"
          quiet
          type="search"
          placeholder="Find by words"
          value={filters.q}
          onValue={(q) => change({ q }, { replace: true })}
        />
      </div>
      <div class="with-aside" data-side="left">
        <RecordFacets filters={filters} counts={counts.data?.facets} change={change} />
        {asked.q ? <Found filters={asked} /> : <Listed filters={asked} />}
      </div>
    </>
  );
}

function Lead({ filters, total, withheld = 0 }: { filters: Filters; total: number | undefined; withheld: number | undefined }) {
  if (filters.q) return <>Found by words and meaning, the best first</>;
  if (isPast(filters)) return <>As it was at the chosen moment</>;
  if (total === undefined) return null;
  return (
    <>
      {counted(total, "record")}
      {withheld > 0 && `; ${counted(withheld, "sensitive one is", "sensitive ones are")} not shown`}
    </>
  );
}

function Listed({ filters }: { filters: Filters }) {
  const pages = usePages("list", listParams(filters), { rowsOf: (result) => result.records });
  const addressOf = (record: RecordView) => recordAddress(record.handle, filters.known_at);
  return (
    <DataTable
      {...pages}
      caption="Records"
      columns={recordColumns(addressOf)}
      keyOf={(record) => record.id}
      linkOf={addressOf}
      empty={NO_MATCH}
    />
  );
}

const FOUND: readonly Column<HitView>[] = [
  { name: "handle", title: "Handle", kind: "narrow", cell: (hit) => <Handle value={hit.handle ?? hit.id} /> },
  { name: "kind", title: "Kind", kind: "narrow", cell: (hit) => <Badge>{spoken(hit.kind)}</Badge> },
  {
    name: "statement",
    title: "Statement",
    kind: "wide",
    cell: (hit) => (
      <Link class="row-link" to={recordAddress(hit.handle ?? hit.id)}>
        <span class="clamp">{hit.text}</span>
      </Link>
    ),
  },
  { name: "state", title: "State", kind: "narrow", cell: (hit) => <Words record={hit} /> },
  { name: "score", title: "Score", kind: "number", cell: (hit) => hit.score.toFixed(2) },
];

function Found({ filters }: { filters: Filters }) {
  const pages = usePages("search", searchParams(filters), { rowsOf: (result) => result.hits });
  return (
    <DataTable
      {...pages}
      caption="Records that were found"
      columns={FOUND}
      keyOf={(hit) => hit.id}
      linkOf={(hit) => recordAddress(hit.handle ?? hit.id)}
      empty={NO_MATCH}
    />
  );
}
