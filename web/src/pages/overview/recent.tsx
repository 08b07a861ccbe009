// What waits, what changed and who was at work? The newest few of each, with the way to all of them.
import { useOperation } from "../../api/use-operation.ts";
import { Badge, WordBadge } from "../../components/badge.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Panel } from "../../components/panel.tsx";
import { Empty, Problem } from "../../components/problem.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { counted, grouped, spoken } from "../../components/wording.ts";
import type { Entry, ReviewQueueReviewView, SessionView } from "../../contract.ts";
import { inboxAddress, operationAddress, sessionAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";

/** As many as fit beside each other without scrolling. */
const FEW = { reviews: 5, changes: 8, sessions: 6 };

export function Waiting({ counts }: { counts: Record<string, number> }) {
  const { data, error, reload } = useOperation("review_queue", { limit: FEW.reviews, look: false });
  return (
    <Panel title="Waits for a decision" aside={<Link to="/inbox">Inbox</Link>}>
      <Problem error={error} onRetry={reload} />
      {data?.total === 0 && <p>Nothing: the inbox is empty.</p>}
      <p class="row">
        {Object.entries(counts).map(([kind, count]) => (
          <Link key={kind} to={inboxAddress({ kind })}>
            {`${spoken(kind)} ${grouped(count)}`}
          </Link>
        ))}
      </p>
      <ul class="lines">
        {data?.items.map((item) => (
          <li key={item.id ?? item.records[0]?.record.id}>
            <Review item={item} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Review({ item }: { item: ReviewQueueReviewView }) {
  const record = item.records[0]?.record;
  return (
    <>
      <Link class="row-link" to={inboxAddress({ kind: item.kind, id: item.id })}>
        <span class="clamp">{record?.statement ?? record?.handle ?? spoken(item.kind)}</span>
      </Link>
      <span class="row">
        <Badge tone="accent">{spoken(item.kind)}</Badge>
        <span class="faint">
          <Timestamp at={item.opened_at} relative />
        </span>
      </span>
    </>
  );
}

const CHANGES: readonly Column<Entry>[] = [
  {
    name: "operation",
    title: "Operation",
    kind: "wide",
    cell: (entry) => (
      <>
        <Link class="row-link" to={operationAddress(entry.id)}>
          {spoken(entry.operation)}
        </Link>{" "}
        <span class="faint">{counted(entry.change_count, "change")}</span>
        {entry.reason && <span class="clamp faint">{entry.reason}</span>}
      </>
    ),
  },
  { name: "who", title: "By", kind: "narrow", cell: (entry) => entry.actor ?? entry.profile },
  { name: "at", title: "When", kind: "narrow", cell: (entry) => <Timestamp at={entry.occurred_at} relative /> },
];

export function Changes() {
  const { data, error, reload, loading } = useOperation("audit", { limit: FEW.changes });
  return (
    <Panel title="Newest changes" aside={<Link to="/operations">Operations</Link>}>
      <DataTable
        caption="Newest changes"
        columns={CHANGES}
        rows={data?.entries ?? []}
        {...{ error, reload }}
        loading={loading && !data}
        keyOf={(entry) => entry.id}
        linkOf={(entry) => operationAddress(entry.id)}
        empty={<Empty title="Nothing was written yet" />}
      />
    </Panel>
  );
}

const SESSIONS: readonly Column<SessionView>[] = [
  {
    name: "title",
    title: "Session",
    kind: "wide",
    cell: (session) => (
      <Link class="row-link" to={sessionAddress(session.id)}>
        <span class="clamp">{session.title ?? session.id}</span>
      </Link>
    ),
  },
  { name: "client", title: "Client", kind: "narrow", cell: (session) => session.client },
  {
    name: "outcome",
    title: "Outcome",
    kind: "narrow",
    cell: (session) => <WordBadge word={session.outcome ?? session.state} />,
  },
  { name: "at", title: "When", kind: "narrow", cell: (session) => <Timestamp at={session.last_at ?? session.started_at} relative /> },
];

export function Sessions() {
  const { data, error, reload, loading } = useOperation("sessions", { limit: FEW.sessions });
  return (
    <Panel title="Newest sessions" aside={<Link to="/timeline">Timeline</Link>}>
      <DataTable
        caption="Newest sessions"
        columns={SESSIONS}
        rows={data?.sessions ?? []}
        {...{ error, reload }}
        loading={loading && !data}
        keyOf={(session) => session.id}
        linkOf={(session) => sessionAddress(session.id)}
        empty={<Empty title="No session was told yet">Connect a coding agent: `phantasm install`.</Empty>}
      />
    </Panel>
  );
}
