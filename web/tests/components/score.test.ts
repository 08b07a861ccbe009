// Are the parts of a score drawn where they belong?
import assert from "node:assert/strict";
import { test } from "node:test";
import { laidOut, reach, signed, tellingParts } from "../../src/components/score.ts";

const PARTS = { words: 1, likeness: 2, doubt: -0.5, recency: -0.0001 };

test("the parts that tell something come largest first", () => {
  assert.deepEqual(
    tellingParts(PARTS).map((part) => part.name),
    ["likeness", "words", "doubt"],
  );
  assert.deepEqual(tellingParts(undefined), []);
});

test("the reach is that of the furthest score to each side", () => {
  assert.deepEqual(reach([PARTS, { words: 5 }, undefined]), [0.5, 5]);
  assert.deepEqual(reach([]), [0, 0]);
});

test("what adds lies to the right of zero, what takes away to the left, none on another", () => {
  const { zero, drawn } = laidOut(tellingParts(PARTS), reach([PARTS]));
  assert.ok(Math.abs(zero - 0.5 / 3.5) < 1e-9);
  const [likeness, words, doubt] = drawn;
  assert.equal(likeness?.from, zero);
  assert.ok(Math.abs((words?.from ?? 0) - (zero + (likeness?.length ?? 0))) < 1e-9);
  assert.ok(Math.abs((doubt?.from ?? 0) + (doubt?.length ?? 0) - zero) < 1e-9);
});

test("a number has its sign", () => {
  assert.equal(signed(0.456), "+0.46");
  assert.equal(signed(-0.02), "−0.02");
});
