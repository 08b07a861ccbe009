// Where does every node of a graph stand? Pure: columns and edges in, places out; the same graph always looks the same.

export interface GraphNode {
  id: string;
  label: string;
  /** A second, smaller line: what sort of thing it is. */
  note?: string;
  /** From left to right; may be negative. */
  column: number;
  /** Where it leads; a node without an address is only shown. */
  address?: string;
  /** `main` is what the graph is about, `group` holds others together, `outside` is no record of the store. */
  role?: "main" | "group" | "outside" | "faded";
}

export interface GraphEdge {
  source: string;
  target: string;
  type: string;
}

export interface Place extends GraphNode {
  x: number;
  y: number;
}

export interface DrawnEdge extends GraphEdge {
  path: string;
  /** A small triangle at the target's side. */
  head: string;
  /** Where its name has room. */
  middle: [x: number, y: number];
}

export interface Layout {
  nodes: Place[];
  edges: DrawnEdge[];
  width: number;
  height: number;
}

export const BOX = { width: 236, height: 44 };
const GAP = { across: 92, down: 16 };
const MARGIN = 12;
/** More rounds change nothing that a person would notice. */
const SWEEPS = 6;

export function layOut(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Layout {
  const known = new Set(nodes.map((node) => node.id));
  const drawn = edges.filter((edge) => known.has(edge.source) && known.has(edge.target) && edge.source !== edge.target);
  const columns = ordered(columnsOf(nodes), drawn);
  const tallest = Math.max(0, ...columns.map((column) => column.length));
  const height = tallest * (BOX.height + GAP.down) - GAP.down + 2 * MARGIN;
  const places = columns.flatMap((column, across) => {
    const top = (height - column.length * (BOX.height + GAP.down) + GAP.down) / 2;
    return column.map((node, down) => ({
      ...node,
      x: MARGIN + across * (BOX.width + GAP.across),
      y: top + down * (BOX.height + GAP.down),
    }));
  });
  const at = new Map(places.map((place) => [place.id, place]));
  return {
    nodes: places,
    edges: drawn.map((edge) => draw(edge, at)),
    width: columns.length * (BOX.width + GAP.across) - GAP.across + 2 * MARGIN,
    height: Math.max(height, BOX.height + 2 * MARGIN),
  };
}

/** Only columns that hold something take room. */
function columnsOf(nodes: readonly GraphNode[]): GraphNode[][] {
  const held = new Map<number, GraphNode[]>();
  for (const node of nodes) held.set(node.column, [...(held.get(node.column) ?? []), node]);
  return [...held].sort(([one], [other]) => one - other).map(([, column]) => column);
}

/** Moves each node towards its neighbours, from left to right and back, so that few lines cross. */
function ordered(columns: GraphNode[][], edges: readonly GraphEdge[]): GraphNode[][] {
  const beside = new Map<string, string[]>();
  for (const { source, target } of edges) {
    beside.set(source, [...(beside.get(source) ?? []), target]);
    beside.set(target, [...(beside.get(target) ?? []), source]);
  }
  const rank = new Map<string, number>();
  const number = (column: readonly GraphNode[]) => {
    column.forEach((node, index) => rank.set(node.id, (index + 0.5) / column.length));
  };
  columns.forEach(number);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const column of sweep % 2 ? columns.toReversed() : columns) {
      const pull = new Map(column.map((node) => [node.id, mean(beside.get(node.id), rank) ?? rank.get(node.id) ?? 0]));
      column.sort((one, other) => (pull.get(one.id) ?? 0) - (pull.get(other.id) ?? 0));
      number(column);
    }
  }
  return columns;
}

function mean(ids: readonly string[] | undefined, rank: ReadonlyMap<string, number>): number | undefined {
  if (!ids?.length) return undefined;
  return ids.reduce((sum, id) => sum + (rank.get(id) ?? 0), 0) / ids.length;
}

const HEAD = 7;

function draw(edge: GraphEdge, at: ReadonlyMap<string, Place>): DrawnEdge {
  const [from, to] = [at.get(edge.source) as Place, at.get(edge.target) as Place];
  const [startY, endY] = [from.y + BOX.height / 2, to.y + BOX.height / 2];
  // Forth, back, or round the right side within a column.
  const forth = from.x <= to.x;
  const same = from.x === to.x;
  const startX = forth ? from.x + BOX.width : from.x;
  const side = same ? 1 : forth ? -1 : 1;
  const endX = same || !forth ? to.x + BOX.width : to.x;
  const tip = endX + side * HEAD;
  const bend = same ? GAP.across * 0.6 : Math.abs(tip - startX) / 2;
  const [first, second] = [startX + (forth ? bend : -bend), tip + side * bend];
  return {
    ...edge,
    path: `M${startX} ${startY}C${first} ${startY} ${second} ${endY} ${tip} ${endY}`,
    head: `M${endX} ${endY}l${side * HEAD} -4v8z`,
    middle: [(startX + 3 * first + 3 * second + tip) / 8, (startY + endY) / 2],
  };
}

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the nearest node in the direction of an arrow key; undefined when there is none. */
export function nodeBeside(places: readonly Place[], from: string, key: string): Place | undefined {
  const start = places.find((place) => place.id === from);
  const way = STEPS[key];
  if (!start || !way) return undefined;
  let best: { place: Place; far: number } | undefined;
  for (const place of places) {
    const [across, down] = [place.x - start.x, place.y - start.y];
    const along = across * way[0] + down * way[1];
    if (along <= 0) continue;
    // What lies straight ahead comes before what lies aside.
    const aside = Math.abs(across * way[1]) + Math.abs(down * way[0]);
    const far = along + 2 * aside;
    if (!best || far < best.far) best = { place, far };
  }
  return best?.place;
}
