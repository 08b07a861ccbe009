// Which relations does a graph hold? The same as its picture, as a table that can be read and followed.
import { type Column, DataTable } from "../components/data-table.tsx";
import { spoken } from "../components/wording.ts";
import { Link } from "../routing/link.tsx";
import type { GraphEdge, GraphNode } from "./graph-layout.ts";

interface Row {
  edge: GraphEdge;
  source: GraphNode | undefined;
  target: GraphNode | undefined;
}

const COLUMNS: readonly Column<Row>[] = [
  { name: "from", title: "From", kind: "wide", cell: ({ source }) => <Named place={source} /> },
  { name: "type", title: "Relation", kind: "narrow", cell: ({ edge }) => spoken(edge.type) },
  { name: "to", title: "To", kind: "wide", cell: ({ target }) => <Named place={target} /> },
];

/** What the picture of a graph tells, edge by edge. */
export function GraphTable({ nodes, edges }: { nodes: readonly GraphNode[]; edges: readonly GraphEdge[] }) {
  const at = new Map(nodes.map((node) => [node.id, node]));
  const rows = edges.map((edge) => ({ edge, source: at.get(edge.source), target: at.get(edge.target) }));
  return (
    <DataTable
      caption="Relations"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ edge }) => `${edge.source} ${edge.type} ${edge.target}`}
    />
  );
}

function Named({ place }: { place: GraphNode | undefined }) {
  if (!place) return null;
  return place.address === undefined ? <>{place.label}</> : <Link to={place.address}>{place.label}</Link>;
}
