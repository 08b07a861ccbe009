// Does the worst come first?
import assert from "node:assert/strict";
import { test } from "node:test";
import { sorted } from "../../../src/pages/doctor/severity.ts";

test("puts the worst finding first", () => {
  const { wrong, fine } = sorted([
    { check: "a", verdict: "ok", message: "" },
    { check: "b", verdict: "attention", message: "" },
    { check: "c", verdict: "corrupt", message: "" },
    { check: "d", verdict: "transient", message: "" },
  ]);
  assert.deepEqual(wrong.map(({ check }) => check), ["c", "d", "b"]);
  assert.deepEqual(fine.map(({ check }) => check), ["a"]);
});
