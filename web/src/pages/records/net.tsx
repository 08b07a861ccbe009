// What is it connected with? The net around it as a picture, and links that can be added and ended.
import { useMemo, useState } from "preact/hooks";
import { carryOut } from "../../api/carry-out.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation } from "../../api/use-operation.ts";
import { GraphPicture } from "../../charts/graph-picture.tsx";
import { netOf } from "../../charts/net.ts";
import { Button } from "../../components/button.tsx";
import { Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { counted, shortened, spoken } from "../../components/wording.ts";
import type { NodeView, RecordView, RelationshipsResult } from "../../contract.ts";
import { netAddress, recordAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { LinkForm, TYPES } from "./link-form.tsx";

/** The neighbours of a record and no more: the graph page goes further, and its lineage is shown above. */
const BOUNDS = { depth: 1, max_nodes: 24, types: TYPES };

interface NetProps {
  record: RecordView;
  knownAt: string;
  editable: boolean;
}

export function Net({ record, knownAt, editable }: NetProps) {
  const [linking, setLinking] = useState(false);
  const past = knownAt ? { known_at: knownAt } : {};
  const { data, error, reload } = useOperation("relationships", { root_id: record.id, direction: "both", everywhere: true, ...BOUNDS, ...past });
  const graph = useMemo(() => data && netOf(data, addressOf), [data]);
  // A record that is no longer held has no links of its own: its lineage tells where it went.
  if (!data || !graph) return record.state === "live" ? <Problem error={error} onRetry={reload} /> : null;
  const alone = graph.nodes.length < 2;
  if (alone && !editable) return null;
  return (
    <Panel
      title="Connected with"
      aside={
        <span class="row">
          {data.truncated && <Link to={netAddress(record.handle)}>More in the graph</Link>}
          {editable && !linking && <Button onClick={() => setLinking(true)}>Add a link</Button>}
        </span>
      }
    >
      {linking && <LinkForm record={record} onDone={() => setLinking(false)} />}
      {alone ? !linking && <p class="faint">It is linked with nothing yet.</p> : <GraphPicture title="Connected with" {...graph} />}
      {editable && <Own record={record} result={data} />}
    </Panel>
  );
}

function addressOf({ record, reference }: NodeView): string | undefined {
  if (record) return recordAddress(record.handle);
  return reference && netAddress(reference);
}

/** The links that start here: those can be ended here. */
function Own({ record, result }: { record: RecordView; result: RelationshipsResult }) {
  const names = new Map(result.nodes.map((node) => [node.id, node.record?.statement ?? node.reference ?? node.id]));
  const own = result.relations.filter((relation) => relation.source === result.root && relation.link_id);
  const end = useAction(async (id: string) => {
    const done = await carryOut("link", { id: record.id, remove: [{ id }] }, { title: "End this link?", always: true });
    return done && "The link has ended";
  });
  if (own.length === 0) return null;
  return (
    <details class="own-links">
      <summary>{counted(own.length, "link")} of its own</summary>
      <Problem error={end.error} />
      <ul>
        {own.map((relation) => (
          <li key={relation.link_id} class="row">
            <span class="faint">{spoken(relation.type)}</span> {shortened(names.get(relation.target) ?? "", 90)}
            <Button tone="quiet" busy={end.busy} onClick={() => void end.run(relation.link_id ?? "")}>
              End it
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
