// How are things done here? What was learned and written down, by how far it is verified.
import { usePages } from "../../api/use-pages.ts";
import { Badge } from "../../components/badge.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Facet } from "../../components/facets.tsx";
import { Handle } from "../../components/handle.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Empty } from "../../components/problem.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { counted, percent } from "../../components/wording.ts";
import { OPERATIONS, type ProcedureView } from "../../contract.ts";
import { procedureAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { several, useQuery } from "../../routing/query.ts";
import { nameOf, TONES } from "./telling.ts";

const { standings: STANDINGS } = OPERATIONS.procedures.choices;
const FILTERS = { standings: several(STANDINGS) };
/** One screen and a bit. */
const PAGE_ROWS = 50;

const COLUMNS: readonly Column<ProcedureView>[] = [
  {
    name: "title",
    title: "Procedure",
    kind: "wide",
    cell: (procedure) => (
      <Link class="row-link" to={procedureAddress(procedure.handle)}>
        <span class="clamp">{nameOf(procedure)}</span>
      </Link>
    ),
  },
  {
    name: "standing",
    title: "Standing",
    kind: "narrow",
    cell: ({ standing }) => <Badge tone={TONES[standing]}>{standing}</Badge>,
  },
  { name: "steps", title: "Steps", kind: "number", cell: ({ steps }) => steps.length },
  { name: "confidence", title: "Confidence", kind: "number", cell: ({ confidence }) => percent(confidence) },
  { name: "uses", title: "Uses", kind: "number", cell: ({ uses }) => uses },
  {
    name: "outcome",
    title: "Worked / failed",
    kind: "number",
    cell: ({ successes, failures }) => `${successes} / ${failures}`,
  },
  { name: "verified", title: "Verified", kind: "narrow", cell: ({ verified_at }) => <Timestamp at={verified_at} /> },
  { name: "handle", title: "Handle", kind: "narrow", cell: ({ handle }) => <Handle value={`m:${handle}`} /> },
];

export function ProcedureList() {
  const [filters, change] = useQuery(FILTERS);
  const standings = filters.standings.length ? filters.standings : [...STANDINGS];
  const pages = usePages("procedures", { standings, limit: PAGE_ROWS }, { rowsOf: (result) => result.procedures });
  const withheld = pages.result?.withheld ?? 0;
  return (
    <>
      <PageHeader
        title="Procedures"
        lead={
          <>
            How things are done here: steps that worked before, and what speaks for them.
            {withheld > 0 && ` ${counted(withheld, "sensitive one is", "sensitive ones are")} not shown.`}
          </>
        }
      />
      <div class="stack">
        <div class="chips">
          <Facet
            title="Standing"
            values={STANDINGS}
            chosen={filters.standings}
            onChoose={(chosen) => change({ standings: chosen })}
          />
        </div>
        <DataTable
          {...pages}
          caption="Procedures"
          columns={COLUMNS}
          keyOf={(procedure) => procedure.id}
          linkOf={(procedure) => procedureAddress(procedure.handle)}
          empty={
            <Empty title="No procedure is like that">
              Procedures are learned from sessions that did the same thing and succeeded, or written down by somebody.
            </Empty>
          }
        />
      </div>
    </>
  );
}
