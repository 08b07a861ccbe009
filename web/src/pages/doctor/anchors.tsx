// Does the code still agree with what is held? Every citation, checked on request.
import { useOperation } from "../../api/use-operation.ts";
import { WordBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Panel } from "../../components/panel.tsx";
import { Empty, Loading } from "../../components/problem.tsx";
import { counted, grouped } from "../../components/wording.ts";
import type { AnchorsCheckResult, Checked } from "../../contract.ts";
import { recordAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";

/** What is listed: the rest is only counted. */
const SHOWN = { statuses: ["gone", "changed", "moved"], limit: 50 } as const;

const COLUMNS: readonly Column<Checked>[] = [
  { name: "status", title: "Status", kind: "narrow", cell: (anchor) => <WordBadge word={anchor.status} /> },
  {
    name: "reference",
    title: "What is cited",
    kind: "wide",
    cell: (anchor) => (
      <>
        <Link class="row-link" to={recordAddress(anchor.handle)}>
          <code>{anchor.reference}</code>
        </Link>
        {anchor.now && (
          <span>
            , now at <code>{anchor.now}</code>
          </span>
        )}
        {anchor.detail && <span class="faint"> {anchor.detail}</span>}
      </>
    ),
  },
  { name: "record", title: "By", kind: "narrow", cell: (anchor) => <code>{anchor.handle}</code> },
];

export function Anchors({ wanted, onWanted }: { wanted: boolean; onWanted(): void }) {
  const { data, error, loading, reload } = useOperation(
    "anchors_check",
    wanted ? { statuses: [...SHOWN.statuses], limit: SHOWN.limit } : undefined,
    { live: false },
  );
  return (
    <Panel
      title="Citations of the code"
      aside={
        <Button busy={loading} onClick={wanted ? reload : onWanted}>
          {wanted ? "Check again" : "Check"}
        </Button>
      }
    >
      <Loading active={loading} label="Checking what records cite" />
      {!wanted && <p>Compares every file, symbol and commit that records cite with what is checked out now.</p>}
      {data && <Counts result={data} />}
      {(data || error) && (
        <DataTable
          caption="Citations that no longer agree"
          columns={COLUMNS}
          rows={data?.anchors ?? []}
          {...{ error, reload }}
          keyOf={(anchor) => `${anchor.record_id} ${anchor.reference}`}
          linkOf={(anchor) => recordAddress(anchor.handle)}
          empty={<Empty title="Every citation agrees with the code" />}
        />
      )}
      {data?.truncated && <p class="faint">Only the first {SHOWN.limit} are shown.</p>}
    </Panel>
  );
}

function Counts({ result }: { result: AnchorsCheckResult }) {
  return (
    <p class="row">
      {counted(result.checked, "citation")}
      {Object.entries(result.counts).map(([status, count]) => (
        <span key={status}>
          <WordBadge word={status} /> {grouped(count)}
        </span>
      ))}
      {result.commit && <code class="faint">{result.commit.slice(0, 7)}</code>}
    </p>
  );
}
