// Who may do what, and what did they do with it? Every profile with its rights, and the newest trust decisions.
import { usePages } from "../../api/use-pages.ts";
import { Select } from "../../components/field.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { counted } from "../../components/wording.ts";
import type { ClientsResult } from "../../contract.ts";
import { useQuery } from "../../routing/query.ts";
import { Decisions } from "./decisions.tsx";
import { clientsParams, DAYS, FILTERS } from "./filters.ts";
import { HeldBack } from "./held-back.tsx";
import { Matrix } from "./matrix.tsx";
import { Access } from "./access.tsx";

export function Clients() {
  const [filters, change] = useQuery(FILTERS);
  const pages = usePages("clients", clientsParams(filters), { rowsOf: (result) => result.decisions });
  const { result } = pages;
  return (
    <>
      <PageHeader
        title="Clients and trust"
        lead={result && <Lead result={result} />}
        actions={
          <Select label="Counted over" value={filters.days} options={DAYS} onValue={(days) => change({ days })} />
        }
      />
      <div class="stack">
        {result && <HeldBack held={result.held_back} />}
        {result && <Matrix profiles={result.profiles} chosen={filters.profile} />}
        <div class="with-aside">
          <Decisions pages={pages} filters={filters} onChange={change} />
          <Access />
        </div>
      </div>
    </>
  );
}

function Lead({ result }: { result: ClientsResult }) {
  const writers = result.profiles.filter((profile) => profile.writes > 0).length;
  return (
    <>
      {counted(result.profiles.length, "profile")}; {writers} of them wrote since {result.since.slice(0, 10)}
    </>
  );
}
