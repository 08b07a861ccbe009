// What lies around one record? Pure: what `relationships` answers in, nodes and edges in columns out.
import { shortened, spoken } from "../components/wording.ts";
import type { NodeView, RelationshipsResult } from "../contract.ts";
import type { GraphEdge, GraphNode } from "./graph-layout.ts";

export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/** Long enough for a tooltip and for those who listen. */
const LABEL = 160;

/** The root stands in the middle, what it leads to on its right, what leads to it on its left. */
export function netOf(result: RelationshipsResult, addressOf: (node: NodeView) => string | undefined): Graph {
  const columns = columnsFrom(result);
  const nodes = result.nodes.map((node) => ({
    id: node.id,
    label: labelOf(node),
    note: noteOf(node),
    column: columns.get(node.id) ?? 0,
    address: addressOf(node),
    role: node.id === result.root ? ("main" as const) : roleOf(node),
  }));
  return { nodes, edges: result.relations };
}

function columnsFrom({ root, relations }: RelationshipsResult): Map<string, number> {
  const columns = new Map([[root, 0]]);
  let edge = [root];
  while (edge.length > 0) {
    const next: string[] = [];
    for (const id of edge) {
      const column = columns.get(id) ?? 0;
      for (const { source, target } of relations) {
        const other = source === id ? target : target === id ? source : undefined;
        if (other === undefined || columns.has(other)) continue;
        // What hangs on one side stays on that side, whichever way its arrow points.
        const side = Math.sign(column) || (source === id ? 1 : -1);
        columns.set(other, column + side);
        next.push(other);
      }
    }
    edge = next;
  }
  return columns;
}

function labelOf({ id, record, reference, withdrawn }: NodeView): string {
  if (reference) return reference;
  if (record) return shortened(record.statement ?? `${record.handle} (${record.withheld ?? "erased"})`, LABEL);
  return withdrawn?.handle ?? id;
}

function noteOf({ type, record, withdrawn }: NodeView): string {
  if (record) return [spoken(record.kind), ...(record.state === "live" ? [] : [spoken(record.state)]), ...record.marks.map(spoken)].join(" · ");
  return withdrawn ? `withdrawn: ${spoken(withdrawn.state)}` : spoken(type);
}

function roleOf({ type, record }: NodeView): GraphNode["role"] {
  if (type === "reference") return "outside";
  return type === "withdrawn" || (record && record.state !== "live") ? "faded" : undefined;
}
