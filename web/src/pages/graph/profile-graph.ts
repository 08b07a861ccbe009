// Who is this for, and within which bounds? Pure: what `profile_graph` answers in, sections, records and links out.
import type { GraphEdge, GraphNode } from "../../charts/graph-layout.ts";
import type { Graph } from "../../charts/net.ts";
import { spoken, titled } from "../../components/wording.ts";
import type { ProfileGraphResult, RecordView } from "../../contract.ts";
import { netAddress } from "../../routing/addresses.ts";
import { dedupe, edgeOf, outsideNode } from "./work-graph.ts";

const COLUMN = { section: 0, record: 1, linked: 2 };

export function profileGraph(result: ProfileGraphResult): Graph {
  const nodes = new Map<string, GraphNode>();
  const edges: GraphEdge[] = [];
  for (const section of result.sections.filter((one) => one.items.length > 0)) {
    const note = section.total > section.items.length ? `the newest ${section.items.length} of ${section.total}` : `${section.total} held`;
    nodes.set(section.name, { id: section.name, label: titled(section.name), note, column: COLUMN.section, role: "group" });
    for (const { record } of section.items) {
      nodes.set(record.id, recordNode(record));
      edges.push({ source: section.name, target: record.id, type: "holds" });
    }
  }
  for (const { record, linked } of result.sections.flatMap((section) => section.items)) {
    for (const link of linked) {
      const node = outsideNode(link);
      if (!nodes.has(node.id)) nodes.set(node.id, { ...node, column: COLUMN.linked });
      edges.push(edgeOf(record.id, link));
    }
  }
  return { nodes: [...nodes.values()], edges: dedupe(edges) };
}

function recordNode(record: RecordView): GraphNode {
  return {
    id: record.id,
    label: record.statement ?? record.handle,
    note: [spoken(record.kind), ...record.marks.map(spoken)].join(" · "),
    column: COLUMN.record,
    address: netAddress(record.handle),
  };
}
