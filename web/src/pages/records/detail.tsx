// What is known about one record? Its statement, why it is held, where it comes from, and what can be done with it.
import { useState } from "preact/hooks";
import { mayCall } from "../../api/call.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Panel } from "../../components/panel.tsx";
import { Loading, Problem } from "../../components/problem.tsx";
import { Words } from "../../components/record-columns.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { shortened, spoken, titled, written } from "../../components/wording.ts";
import type { RecordView, WithdrawnView } from "../../contract.ts";
import { operationAddress, recordAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { Actions } from "./actions.tsx";
import { Anchors } from "./anchors.tsx";
import { Background } from "./background.tsx";
import { Facts } from "./facts.tsx";
import { Lineage } from "./lineage.tsx";
import { Net } from "./net.tsx";
import { Revise } from "./revise.tsx";

/** A statement up to this length is the heading itself; a longer one is cut there and stands in full below. */
const HEADING_CHARACTERS = 200;

interface RecordDetailProps {
  id: string;
  /** As the store knew it at this moment; empty for now. */
  knownAt: string;
}

export function RecordDetail({ id, knownAt }: RecordDetailProps) {
  const past = knownAt ? { known_at: knownAt } : {};
  const { data, error, loading, reload } = useOperation("inspect", { ids: [id], excerpts: !knownAt, ...past });
  const record = data?.records[0];
  return (
    <>
      <nav aria-label="Where this is" class="faint">
        <Link to="/records">Records</Link> / {id}
      </nav>
      <Loading active={loading} />
      <Problem error={error} onRetry={reload} />
      {record ? (
        <Shown record={record} withdrawn={data?.withdrawn[0]} knownAt={knownAt} />
      ) : (
        <PageHeader title={`Record ${id}`} />
      )}
    </>
  );
}

interface ShownProps {
  record: RecordView;
  withdrawn: WithdrawnView | undefined;
  knownAt: string;
}

function Shown({ record, withdrawn, knownAt }: ShownProps) {
  const [revising, setRevising] = useState(false);
  const statement = record.statement ?? `${titled(record.kind)} ${record.handle} (${record.withheld ?? "erased"})`;
  return (
    <>
      <PageHeader
        wide
        title={shortened(statement, HEADING_CHARACTERS)}
        name={shortened(statement, 60)}
        lead={
          <span class="row">
            <Badge>{spoken(record.kind)}</Badge>
            <Words record={record} />
          </span>
        }
        actions={!knownAt && <Actions record={record} onRevise={() => setRevising(true)} />}
      />
      <div class="with-aside">
        <div class="stack">
          {knownAt && <Past id={record.handle} knownAt={knownAt} />}
          {withdrawn && <Withdrawn withdrawn={withdrawn} />}
          {revising && <Revise record={record} onDone={() => setRevising(false)} />}
          {!revising && statement.length > HEADING_CHARACTERS && (
            <Panel title="Statement">
              <p class="statement">{statement}</p>
            </Panel>
          )}
          <Background record={record} knownAt={knownAt}>
            <Lineage id={record.id} knownAt={knownAt} />
            <Anchors record={record} />
            <Net record={record} knownAt={knownAt} editable={!knownAt && record.state === "live" && mayCall("link")} />
          </Background>
          {record.payload && Object.keys(record.payload).length > 0 && (
            <Panel title="Details">
              <JsonView value={record.payload} />
            </Panel>
          )}
        </div>
        <Facts record={record} />
      </div>
    </>
  );
}

function Past({ id, knownAt }: { id: string; knownAt: string }) {
  return (
    <p class="outdated">
      As the store knew it on {written(new Date(knownAt))}. <Link to={recordAddress(id)}>See it as it is now</Link>
    </p>
  );
}

function Withdrawn({ withdrawn }: { withdrawn: WithdrawnView }) {
  return (
    <p class="problem">
      <span>
        No longer held since <Timestamp at={withdrawn.withdrawn_at} />, by {withdrawn.withdrawn_by}
        {withdrawn.reason && `: ${withdrawn.reason}`}.{" "}
        <Link to={operationAddress(withdrawn.operation_id)}>The operation that did it</Link>
      </span>
    </p>
  );
}
