// Do the views of the graph say what the operations answered?
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProfileGraphResult, WorkGraphResult } from "../../../src/contract.ts";
import { CHOICES, netParams, workParams } from "../../../src/pages/graph/filters.ts";
import { profileGraph } from "../../../src/pages/graph/profile-graph.ts";
import { workGraph } from "../../../src/pages/graph/work-graph.ts";
import { readQuery } from "../../../src/routing/query.ts";

const record = (id: string, kind: string) => ({ id, handle: id, kind, statement: `The ${id}`, marks: [], state: "live" });
const linked = (type: string, direction: string, id: string) => ({ type, direction, record_id: id, handle: id, kind: "task", link_id: `${type}-${id}` });

test("draws work from the goal to what stands in the way, each link once", () => {
  const result = {
    items: [
      { record: record("goal", "goal"), status: "open", linked: [linked("part_of", "in", "task")], progress: { done: 1, total: 2 } },
      { record: record("task", "task"), linked: [linked("part_of", "out", "goal"), linked("blocks", "in", "blocker")] },
    ],
    blocked: ["task"],
  } as unknown as WorkGraphResult;
  const { nodes, edges } = workGraph(result);
  assert.deepEqual(Object.fromEntries(nodes.map(({ id, column }) => [id, column])), { goal: 0, task: 1, blocker: 2 });
  assert.equal(edges.length, 2);
  assert.equal(nodes[0]?.note, "goal · open · 1/2 done");
  assert.match(nodes[1]?.note ?? "", /waits/);
});

test("ends with work that waits for itself", () => {
  const result = {
    items: ["a", "b"].map((id) => ({
      record: record(id, "task"),
      linked: [linked("depends_on", "out", id === "a" ? "b" : "a")],
    })),
    blocked: [],
  } as unknown as WorkGraphResult;
  assert.equal(workGraph(result).nodes.length, 2);
});

test("draws the profile by sections, without empty ones, and says what a limit left out", () => {
  const result = {
    sections: [
      { name: "identity", items: [], total: 0, withheld: 0 },
      { name: "people", items: [{ record: record("sarah", "person"), linked: [{ type: "about", direction: "out", reference: "file:a", link_id: "l" }] }], total: 3 },
    ],
  } as unknown as ProfileGraphResult;
  const { nodes, edges } = profileGraph(result);
  assert.deepEqual(nodes.map((node) => node.id), ["people", "sarah", "file:a"]);
  assert.equal(nodes[0]?.note, "the newest 1 of 3");
  assert.deepEqual(edges.map((edge) => edge.type), ["holds", "about"]);
});

test("asks for no net without a record, and for no more than a person can follow", () => {
  assert.equal(netParams(readQuery(CHOICES, "?view=net")), undefined);
  const params = netParams(readQuery(CHOICES, "?view=net&root=abc&depth=9&types=about"));
  assert.deepEqual([params?.root_id, params?.depth, params?.types], ["abc", 2, ["about"]]);
  assert.equal(workParams(readQuery(CHOICES, "?here=1")).everywhere, false);
});
