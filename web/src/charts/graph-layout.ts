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
  /** `main` is what the graph is about, `goal` stands out, `group` holds others together, `outside` is no record. */
  role?: "main" | "goal" | "group" | "outside" | "faded";
  /** Its label is only a handle: what it says has to be asked for. */
  nameless?: boolean;
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
/** From one box to the next below it. */
const STEP = BOX.height + GAP.down;
/** More rounds change nothing that a person would notice. */
const SWEEPS = 6;

export function layOut(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Layout {
  const known = new Set(nodes.map((node) => node.id));
  const drawn = edges.filter((edge) => known.has(edge.source) && known.has(edge.target) && edge.source !== edge.target);
  const beside = neighboursOf(drawn);
  const columns = ordered(columnsOf(nodes), beside);
  const tallest = Math.max(0, ...columns.map((column) => column.length));
  const height = tallest * STEP - GAP.down + 2 * MARGIN;
  const downs = downsOf(columns, beside, tallest);
  const places = columns.flatMap((column, across) =>
    column.map((node) => ({
      ...node,
      x: MARGIN + across * (BOX.width + GAP.across),
      y: MARGIN + (downs.get(node.id) ?? 0) * STEP,
    })),
  );
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

type Neighbours = ReadonlyMap<string, readonly string[]>;

function neighboursOf(edges: readonly GraphEdge[]): Neighbours {
  const beside = new Map<string, string[]>();
  for (const { source, target } of edges) {
    beside.set(source, [...(beside.get(source) ?? []), target]);
    beside.set(target, [...(beside.get(target) ?? []), source]);
  }
  return beside;
}

/** Moves each node towards its neighbours, from left to right and back, so that few lines cross. */
function ordered(columns: GraphNode[][], beside: Neighbours): GraphNode[][] {
  const rank = new Map<string, number>();
  const number = (column: readonly GraphNode[]) => {
    column.forEach((node, index) => rank.set(node.id, (index + 0.5) / column.length));
  };
  columns.forEach(number);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const column of sweep % 2 ? columns.toReversed() : columns) {
      sortBy(column, (node) => mean(beside.get(node.id), rank));
      number(column);
    }
  }
  return columns;
}

/** Returns how many steps down each node stands: beside its neighbours, where there is room. */
function downsOf(columns: readonly GraphNode[][], beside: Neighbours, tallest: number): Map<string, number> {
  const start = columns.findIndex((column) => column.length === tallest);
  const downs = new Map<string, number>();
  // The fullest column leaves no choice; the others follow it, the nearest first.
  const outward = [...columns.keys()].sort((one, other) => Math.abs(one - start) - Math.abs(other - start));
  for (const index of outward) {
    const column = columns[index] ?? [];
    const wanted = new Map(column.map((node) => [node.id, mean(beside.get(node.id), downs)]));
    sortBy(column, (node) => wanted.get(node.id));
    let next = 0;
    column.forEach((node, place) => {
      const last = tallest - (column.length - place);
      const down = Math.min(last, Math.max(next, wanted.get(node.id) ?? next));
      downs.set(node.id, down);
      next = down + 1;
    });
  }
  return downs;
}

/** What is connected with nothing comes last; what is equal stays as it was. */
function sortBy(column: GraphNode[], of: (node: GraphNode) => number | undefined): void {
  const keys = new Map(column.map((node) => [node.id, of(node) ?? Number.MAX_VALUE]));
  column.sort((one, other) => (keys.get(one.id) ?? 0) - (keys.get(other.id) ?? 0));
}

function mean(ids: readonly string[] | undefined, known: ReadonlyMap<string, number>): number | undefined {
  const values = (ids ?? []).map((id) => known.get(id)).filter((value) => value !== undefined);
  return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : undefined;
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
