// What lies around one record? Its net, step by step; pressing a node puts it into the middle.
import { useMemo } from "preact/hooks";
import { useOperation } from "../../api/use-operation.ts";
import { GraphPicture } from "../../charts/graph-picture.tsx";
import { netOf } from "../../charts/net.ts";
import { Badge, WordBadge } from "../../components/badge.tsx";
import { LinkButton } from "../../components/button.tsx";
import { Facet } from "../../components/facets.tsx";
import { optionsOf, Select } from "../../components/field.tsx";
import { Handle } from "../../components/handle.tsx";
import { Panel } from "../../components/panel.tsx";
import { Empty, Loading, Problem } from "../../components/problem.tsx";
import { RecordPicker } from "../../components/record-picker.tsx";
import { counted, spoken, titled } from "../../components/wording.ts";
import type { NodeView, RelationshipsResult } from "../../contract.ts";
import { netAddress, recordAddress } from "../../routing/addresses.ts";
import { type Choices, DEPTHS, DIRECTIONS, netParams, TYPES } from "./filters.ts";

interface NetProps {
  choices: Choices;
  change(changed: Partial<Choices>): void;
}

const WAYS = { both: "Both ways", out: "What it leads to", in: "What leads to it" };

export function Net({ choices, change }: NetProps) {
  const { data, error, loading, reload } = useOperation("relationships", netParams(choices));
  const graph = useMemo(() => data && netOf(data, addressOf), [data]);
  return (
    <div class="stack">
      <div class="net-choices">
        <RecordPicker label="Look around" hint="Words, a handle (m:…) or a reference (file:…)" onPick={({ handle }) => change({ root: handle })} />
        <Select
          label="Steps"
          value={String(choices.depth)}
          options={DEPTHS.map((depth) => ({ value: String(depth), label: String(depth) }))}
          onValue={(depth) => change({ depth: Number(depth) })}
        />
        <Select
          label="Way"
          value={choices.direction}
          options={optionsOf(DIRECTIONS, WAYS)}
          onValue={(direction) => change({ direction })}
        />
      </div>
      <Facet title="Only these relations" values={TYPES} chosen={choices.types} onChoose={(types) => change({ types })} />
      <Loading active={loading} />
      <Problem error={error} onRetry={reload} />
      {!choices.root && <Empty title="No record is chosen">Look for one above, or follow “Graph” from a record.</Empty>}
      {data && graph && (
        <>
          <Centre node={data.nodes.find((node) => node.id === data.root)} />
          <GraphPicture title="Net around the record" {...graph} />
          <Bounds result={data} />
        </>
      )}
    </div>
  );
}

function addressOf(node: NodeView): string | undefined {
  const name = node.record?.handle ?? node.reference;
  return name && netAddress(name);
}

/** What stands in the middle, in full. */
function Centre({ node }: { node: NodeView | undefined }) {
  if (!node) return null;
  const { record, reference } = node;
  return (
    <Panel
      title={record ? titled(record.kind) : "Reference"}
      aside={record && <LinkButton to={recordAddress(record.handle)}>Open the record</LinkButton>}
    >
      <p class="statement">{record?.statement ?? reference ?? record?.withheld ?? "erased"}</p>
      {record && (
        <p class="row">
          <Handle value={`m:${record.handle}`} />
          <Badge>{spoken(record.kind)}</Badge>
          {[record.state, ...record.marks].map((word) => (
            <WordBadge key={word} word={word} />
          ))}
        </p>
      )}
    </Panel>
  );
}

/** What is not drawn, and why: a picture that hides something has to say so. */
function Bounds({ result }: { result: RelationshipsResult }) {
  const because = { max_nodes: "there is room for no more", depth: "they lie further away" };
  const said = [
    ...result.left_out.map((left) => `${counted(left.nodes, "node")} at step ${left.depth} left out: ${because[left.because]}.`),
    ...(result.elsewhere ? [`${counted(result.elsewhere, "record belongs", "records belong")} to other branches, worktrees or sessions.`] : []),
    ...(result.withheld ? [`${counted(result.withheld, "relation would", "relations would")} tell what a sensitive record says.`] : []),
  ];
  return said.length > 0 ? <p class="faint">{said.join(" ")}</p> : null;
}
