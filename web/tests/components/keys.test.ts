// Do arrows move as everywhere?
import assert from "node:assert/strict";
import { test } from "node:test";
import { step } from "../../src/components/keys.ts";

test("moves along rows and columns and stops at the ends", () => {
  assert.equal(step("ArrowDown", 0, 3, "column"), 1);
  assert.equal(step("ArrowDown", 2, 3, "column"), 2);
  assert.equal(step("ArrowUp", 0, 3, "column"), 0);
  assert.equal(step("ArrowRight", 1, 3, "row"), 2);
  assert.equal(step("Home", 2, 3, "row"), 0);
  assert.equal(step("End", 0, 3, "row"), 2);
});

test("begins at the first when nothing is chosen", () => {
  assert.equal(step("ArrowDown", -1, 3, "column"), 0);
});

test("does not move for other keys, or in nothing", () => {
  assert.equal(step("ArrowLeft", 1, 3, "column"), undefined);
  assert.equal(step("x", 1, 3, "row"), undefined);
  assert.equal(step("ArrowDown", 0, 0, "column"), undefined);
});
