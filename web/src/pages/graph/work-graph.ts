// How does the work hang together? Pure: what `work_graph` answers in, nodes and edges in columns out.
import type { GraphEdge, GraphNode } from "../../charts/graph-layout.ts";
import type { Graph } from "../../charts/net.ts";
import { spoken } from "../../components/wording.ts";
import type { LinkedView, WorkGraphResult, WorkItem } from "../../contract.ts";
import { netAddress } from "../../routing/addresses.ts";

/** Work that waits for itself would have no last column. */
const MOST_COLUMNS = 8;
/** Which end of a link stands to the left: the whole, and what waits. */
const LEFT: Record<string, "source" | "target"> = { part_of: "target", depends_on: "source", blocks: "target" };

export function workGraph(result: WorkGraphResult): Graph {
  const edges = dedupe(result.items.flatMap((item) => item.linked.map((link) => edgeOf(item.record.id, link))));
  const held = new Map(result.items.map((item) => [item.record.id, itemNode(item, result)]));
  for (const item of result.items) {
    for (const link of item.linked) {
      const node = outsideNode(link);
      if (!held.has(node.id)) held.set(node.id, node);
    }
  }
  const columns = columnsOf([...held.keys()], edges);
  return { nodes: [...held.values()].map((node) => ({ ...node, column: columns.get(node.id) ?? 0 })), edges };
}

function itemNode(item: WorkItem, result: WorkGraphResult): GraphNode {
  const { record, progress } = item;
  const told = [
    spoken(record.kind),
    item.status && spoken(item.status),
    progress && `${progress.done}/${progress.total} done`,
    item.overdue ? `overdue ${item.due}` : item.due && `due ${item.due}`,
    result.blocked.includes(record.id) && "waits",
  ];
  const closed = item.status === "done" || item.status === "cancelled";
  return {
    id: record.id,
    label: record.statement ?? record.handle,
    note: told.filter(Boolean).join(" · "),
    column: 0,
    address: netAddress(record.handle),
    role: record.kind === "goal" ? "goal" : closed ? "faded" : undefined,
  };
}

/** The other end of a link that is no item of the work itself. */
export function outsideNode(link: LinkedView): GraphNode {
  const id = link.record_id ?? link.reference ?? link.link_id;
  if (link.reference) return { id, label: link.reference, note: "reference", column: 0, address: netAddress(link.reference), role: "outside" };
  return { id, label: link.handle ?? id, note: link.kind && spoken(link.kind), column: 0, address: netAddress(link.handle ?? id), nameless: true };
}

export function edgeOf(id: string, link: LinkedView): GraphEdge {
  const other = link.record_id ?? link.reference ?? link.link_id;
  return link.direction === "out"
    ? { source: id, target: other, type: link.type }
    : { source: other, target: id, type: link.type };
}

/** A link between two items is told by both. */
export function dedupe(edges: readonly GraphEdge[]): GraphEdge[] {
  return [...new Map(edges.map((edge) => [`${edge.source} ${edge.type} ${edge.target}`, edge])).values()];
}

function columnsOf(ids: readonly string[], edges: readonly GraphEdge[]): Map<string, number> {
  const columns = new Map(ids.map((id) => [id, 0]));
  for (let round = 0; round < MOST_COLUMNS; round += 1) {
    for (const { source, target, type } of edges) {
      const [left, right] = LEFT[type] === "target" ? [target, source] : [source, target];
      const least = Math.min((columns.get(left) ?? 0) + 1, MOST_COLUMNS);
      if ((columns.get(right) ?? 0) < least) columns.set(right, least);
    }
  }
  return columns;
}
