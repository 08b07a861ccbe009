// Is half left after a half-life?
import assert from "node:assert/strict";
import { test } from "node:test";
import { decayCurves } from "../../../src/pages/overview/ageing.ts";

test("leaves a half after a half-life, and groups kinds that grow old alike", () => {
  const curves = decayCurves([
    { record_kind: "task", half_life_days: 30 },
    { record_kind: "known_issue", half_life_days: 180 },
    { record_kind: "blocker", half_life_days: 30 },
  ]);
  assert.deepEqual(
    curves.map(({ name }) => name),
    ["known issue (180 days)", "task, blocker (30 days)"],
  );
  const left = new Map(curves[1]?.points.map(({ x, y }) => [x, y]));
  assert.equal(left.get(0), 1);
  assert.equal(left.get(30), 0.5);
  assert.equal(left.get(60), 0.25);
});
