// Does a graph stand still, without boxes over one another, and do keys move through it as eyes do?
import assert from "node:assert/strict";
import { test } from "node:test";
import { lookOf } from "../../src/charts/edges.ts";
import { BOX, type GraphNode, layOut, nodeBeside } from "../../src/charts/graph-layout.ts";
import { netOf } from "../../src/charts/net.ts";
import type { RelationshipsResult } from "../../src/contract.ts";

const node = (id: string, column: number): GraphNode => ({ id, label: id, column });
const NODES = [node("a", 0), node("b", 1), node("c", 1), node("d", 2), node("e", 1)];
const EDGES = [
  { source: "a", target: "c", type: "blocks" },
  { source: "c", target: "d", type: "part_of" },
  { source: "d", target: "b", type: "about" },
  { source: "a", target: "gone", type: "about" },
];

test("gives the same picture for the same graph, without overlaps", () => {
  const layout = layOut(NODES, EDGES);
  assert.deepEqual(layout, layOut(NODES, EDGES));
  for (const one of layout.nodes) {
    assert.ok(one.x >= 0 && one.x + BOX.width <= layout.width && one.y >= 0 && one.y + BOX.height <= layout.height);
    for (const other of layout.nodes) {
      if (one === other) continue;
      const apart = Math.abs(one.x - other.x) >= BOX.width || Math.abs(one.y - other.y) >= BOX.height;
      assert.ok(apart, `${one.id} lies over ${other.id}`);
    }
  }
});

test("draws only what has both ends", () => {
  assert.equal(layOut(NODES, EDGES).edges.length, 3);
  assert.deepEqual(layOut([], []).nodes, []);
});

test("leaves no room for empty columns", () => {
  assert.equal(layOut([node("a", -3), node("b", 5)], []).width, layOut([node("a", 0), node("b", 1)], []).width);
});

test("moves to the nearest node in the direction of an arrow", () => {
  const { nodes } = layOut(NODES, EDGES);
  const at = (id: string) => nodes.find((place) => place.id === id);
  assert.equal(nodeBeside(nodes, "a", "ArrowRight")?.x, at("b")?.x);
  assert.equal(nodeBeside(nodes, "d", "ArrowLeft")?.x, at("b")?.x);
  assert.equal(nodeBeside(nodes, "a", "ArrowLeft"), undefined);
  assert.equal(nodeBeside(nodes, "a", "x"), undefined);
  assert.equal(nodeBeside(nodes, "nobody", "ArrowUp"), undefined);
});

test("tells every type of relation by colour and line", () => {
  const looks = ["supersedes", "derived_from", "depends_on", "contradicts", "blocks", "part_of", "relates_to", "about"].map(lookOf);
  assert.equal(new Set(looks.map((look) => JSON.stringify(look))).size, looks.length);
  assert.equal(lookOf("holds"), undefined);
});

test("puts what a record leads to on one side and what leads to it on the other", () => {
  const found = (id: string, depth: number) => ({ id, depth, type: "reference" as const, reference: `file:${id}` });
  const result = {
    root: "r",
    nodes: [found("r", 0), found("out", 1), found("further", 2), found("in", 1)],
    relations: [
      { source: "r", target: "out", type: "about" },
      { source: "further", target: "out", type: "about" },
      { source: "in", target: "r", type: "about" },
    ],
  } as unknown as RelationshipsResult;
  const { nodes } = netOf(result, (one) => one.reference);
  assert.deepEqual(Object.fromEntries(nodes.map(({ id, column }) => [id, column])), { r: 0, out: 1, further: 2, in: -1 });
  assert.equal(nodes[0]?.role, "main");
  assert.equal(nodes[1]?.address, "file:out");
});
