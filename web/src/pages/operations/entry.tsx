// What did one write change, for whom, and how is it taken back? One entry of the journal.
import { useOperation } from "../../api/use-operation.ts";
import { WordBadge } from "../../components/badge.tsx";
import { Handle } from "../../components/handle.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { KeyValues } from "../../components/panel.tsx";
import { Empty, Loading, Problem } from "../../components/problem.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { grouped } from "../../components/wording.ts";
import type { Entry } from "../../contract.ts";
import { sessionAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { touched } from "./changes.ts";
import { Changes } from "./changes-view.tsx";
import { Differences } from "./differences.tsx";
import { Undo } from "./undo.tsx";

export function EntryDetail({ id }: { id: string }) {
  // What is written down does not change any more.
  const { data, error, loading, reload } = useOperation("audit", { operation_ids: [id] }, { live: false });
  const entry = data?.entries[0];
  return (
    <>
      <nav aria-label="Where this is" class="faint">
        <Link to="/operations">Operations</Link> / {id}
      </nav>
      <Loading active={loading} />
      <Problem error={error} onRetry={reload} />
      {entry ? <Shown entry={entry} /> : <PageHeader title={`Operation ${id}`} />}
      {data && !entry && <Empty title="The journal has no such entry" />}
    </>
  );
}

function Shown({ entry }: { entry: Entry }) {
  return (
    <>
      <PageHeader
        title={entry.operation}
        name={`${entry.operation} ${grouped(entry.seq)}`}
        lead={<Lead entry={entry} />}
        actions={<Ways entry={entry} />}
      />
      <div class="with-aside">
        <div class="stack">
          {entry.change_count === 0 && <Empty title="It changed nothing" />}
          <Differences id={entry.id} />
          {entry.change_count > 0 && <Changes entry={entry} />}
        </div>
        <Facts entry={entry} />
      </div>
    </>
  );
}

function Lead({ entry }: { entry: Entry }) {
  return (
    <>
      {entry.actor ?? entry.profile} changed {touched(entry)}
      {entry.reason && `: ${entry.reason}`}
    </>
  );
}

/** What is about the whole store does not go back by an undo. */
function Ways({ entry }: { entry: Entry }) {
  if (entry.kind === "snapshot") return null;
  const again = entry.operation === "undo";
  return (
    <>
      <Undo
        params={{ operations: [entry.id] }}
        label={again ? "Undo the undo" : "Undo"}
        title={again ? "Bring back what this undo took away?" : "Take this operation back?"}
      />
      {entry.session_id && (
        <Undo
          params={{ session_id: entry.session_id }}
          label="Undo the whole session"
          title="Take back everything that this session wrote?"
        />
      )}
    </>
  );
}

function Facts({ entry }: { entry: Entry }) {
  const narrowed = (name: string, value: string) => `/operations?${name}=${encodeURIComponent(value)}`;
  return (
    <aside class="panel" aria-label="Facts">
      <KeyValues
        pairs={[
          ["When", <Timestamp at={entry.occurred_at} />],
          ["Number", grouped(entry.seq)],
          ["Kind", entry.kind],
          ["Profile", <Link to={narrowed("profile", entry.profile)}>{entry.profile}</Link>],
          ["Actor", entry.actor && <Link to={narrowed("actor", entry.actor)}>{entry.actor}</Link>],
          ["Trust", entry.verdict && <WordBadge word={entry.verdict} />],
          ["Why", entry.reason],
          ["Session", entry.session_id && <Handle value={entry.session_id} to={sessionAddress(entry.session_id)} />],
          ["Request", <Handle value={entry.request_id} to={narrowed("request", entry.request_id)} />],
          ["Id", <Handle value={entry.id} />],
          ["Digest", <Handle value={entry.digest} />],
        ]}
      />
    </aside>
  );
}
