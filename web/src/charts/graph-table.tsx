// Which relations does a graph hold? The same as its picture, as a table that can be read and followed.
import { type Column, DataTable } from "../components/data-table.tsx";
import { spoken } from "../components/wording.ts";
import { Link } from "../routing/link.tsx";
import type { GraphEdge, GraphNode } from "./graph-layout.ts";

/** A node that nothing leads to or from has a row of its own. */
interface Row {
  edge: GraphEdge | undefined;
  source: GraphNode | undefined;
  target: GraphNode | undefined;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: "from", title: "From", kind: "wide", cell: ({ source }) => <Named place={source} /> },
  { name: "type", title: "Relation", kind: "narrow", cell: ({ edge }) => (edge ? spoken(edge.type) : <span class="faint">alone</span>) },
  { name: "to", title: "To", kind: "wide", cell: ({ target }) => <Named place={target} /> },
];

/** What the picture of a graph tells, edge by edge. */
export function GraphTable({ nodes, edges }: { nodes: readonly GraphNode[]; edges: readonly GraphEdge[] }) {
  const at = new Map(nodes.map((node) => [node.id, node]));
  const linked = new Set(edges.flatMap((edge) => [edge.source, edge.target]));
  const rows: Row[] = [
    ...edges.map((edge) => ({ edge, source: at.get(edge.source), target: at.get(edge.target) })),
    ...nodes.filter((node) => !linked.has(node.id)).map((source) => ({ edge: undefined, source, target: undefined })),
  ];
  return (
    <DataTable
      caption="Relations"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ edge, source }) => (edge ? `${edge.source} ${edge.type} ${edge.target}` : (source?.id ?? ""))}
    />
  );
}

function Named({ place }: { place: GraphNode | undefined }) {
  if (!place) return null;
  return place.address === undefined ? <>{place.label}</> : <Link to={place.address}>{place.label}</Link>;
}
