// What is known about one record? Its statement, why it is held, where it comes from, and what can be done with it.
import { useState } from "preact/hooks";
import { useOperation } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Handle } from "../../components/handle.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { KeyValues, Panel } from "../../components/panel.tsx";
import { Loading, Problem } from "../../components/problem.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { percent, shortened, spoken, titled } from "../../components/wording.ts";
import type { RecordView, WithdrawnView } from "../../contract.ts";
import { operationAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { Actions } from "./actions.tsx";
import { Anchors } from "./anchors.tsx";
import { Background } from "./background.tsx";
import { Lineage } from "./lineage.tsx";
import { Words } from "./list.tsx";
import { Revise } from "./revise.tsx";

/** A statement up to this length is the heading itself; a longer one is cut there and stands in full below. */
const HEADING_CHARACTERS = 200;

export function RecordDetail({ id }: { id: string }) {
  const { data, error, loading, reload } = useOperation("inspect", { ids: [id] });
  const record = data?.records[0];
  return (
    <>
      <nav aria-label="Where this is" class="faint">
        <Link to="/records">Records</Link> / {id}
      </nav>
      <Loading active={loading} />
      <Problem error={error} onRetry={reload} />
      {record ? <Shown record={record} withdrawn={data?.withdrawn[0]} /> : <PageHeader title={`Record ${id}`} />}
    </>
  );
}

function Shown({ record, withdrawn }: { record: RecordView; withdrawn: WithdrawnView | undefined }) {
  const [revising, setRevising] = useState(false);
  const statement = record.statement ?? `${titled(record.kind)} ${record.handle} (${record.withheld ?? "erased"})`;
  return (
    <>
      <PageHeader
        title={shortened(statement, HEADING_CHARACTERS)}
        name={shortened(statement, 60)}
        lead={
          <span class="row">
            <Badge>{spoken(record.kind)}</Badge>
            <Words record={record} />
          </span>
        }
        actions={<Actions record={record} onRevise={() => setRevising(true)} />}
      />
      <div class="with-aside">
        <div class="stack">
          {withdrawn && <Withdrawn withdrawn={withdrawn} />}
          {revising && <Revise record={record} onDone={() => setRevising(false)} />}
          {!revising && statement.length > HEADING_CHARACTERS && (
            <Panel title="Statement">
              <p class="statement">{statement}</p>
            </Panel>
          )}
          <Background record={record} />
          <Anchors record={record} />
          <Lineage id={record.id} />
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

function Facts({ record }: { record: RecordView }) {
  const { quality } = record;
  return (
    <aside class="panel" aria-label="Facts">
      <KeyValues
        pairs={[
          ["Handle", <Handle value={`m:${record.handle}`} />],
          ["Subject", record.subject_key && <code>{record.subject_key}</code>],
          ["Scope", `${record.scope}${record.scope_ref ? ` ${record.scope_ref}` : ""}`],
          ["Origin", spoken(record.origin)],
          ["Confidence", percent(quality.confidence)],
          ["Author", quality.author],
          ["True since", <Timestamp at={record.valid_from} />],
          ["True until", record.valid_to && <Timestamp at={record.valid_to} />],
          ["Recorded", <Timestamp at={record.recorded_at} />],
          ["Closed", record.closed_at && <Timestamp at={record.closed_at} />],
          ["Freshness", record.freshness?.text],
          ["Check again", quality.revalidate_at && <Timestamp at={quality.revalidate_at} />],
          ["Expires", quality.expires_at && <Timestamp at={quality.expires_at} />],
          ["Sensitivity", record.sensitivity === "normal" ? undefined : record.sensitivity],
          ["Id", <Handle value={record.id} />],
        ]}
      />
    </aside>
  );
}
