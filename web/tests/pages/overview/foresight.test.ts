// Is the share that a cache would hit what it is said to be?
import assert from "node:assert/strict";
import { test } from "node:test";
import { momentsOf, shareCurve, shareOf, shareOfAll } from "../../../src/pages/overview/foresight.ts";

test("goes back one step at a time and ends now", () => {
  const now = new Date("2026-11-16T12:00:00Z");
  const days = momentsOf("day", now);
  assert.equal(days.length, 9);
  assert.equal(days[0], "2026-11-08T12:00:00.000Z");
  assert.equal(days.at(-1), now.toISOString());
  assert.equal(momentsOf("week", now)[7], "2026-11-09T12:00:00.000Z");
});

test("says nothing about the first, which has none before", () => {
  assert.equal(shareOf({ at: "", tokens: 100, unchanged: undefined }), undefined);
  assert.equal(shareOf({ at: "", tokens: 0, unchanged: 0 }), undefined);
  assert.equal(shareOf({ at: "", tokens: 300, unchanged: 100 }), 0.333);
});

test("draws what has a share", () => {
  const [first, second] = ["2026-11-15T12:00:00.000Z", "2026-11-16T12:00:00.000Z"];
  const seen = [
    { at: first, tokens: 100, unchanged: undefined },
    { at: second, tokens: 100, unchanged: 50 },
  ];
  assert.deepEqual(shareCurve(seen).points, [{ x: Date.parse(second), y: 0.5 }]);
});

test("weighs every context by its tokens", () => {
  const seen = [
    { at: "a", tokens: 500, unchanged: undefined },
    { at: "b", tokens: 100, unchanged: 100 },
    { at: "c", tokens: 300, unchanged: 0 },
  ];
  assert.equal(shareOfAll(seen), 0.25);
  assert.equal(shareOfAll([]), undefined);
});
