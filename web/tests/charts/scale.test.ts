// Are axes round, and calendars right?
import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, shownLabels, ticks } from "../../src/charts/scale.ts";
import { levelOf, weeksOf } from "../../src/charts/weeks.ts";

test("finds round steps that reach the top", () => {
  assert.deepEqual(ticks(100), [0, 25, 50, 75, 100]);
  assert.deepEqual(ticks(1), [0, 0.25, 0.5, 0.75, 1]);
  assert.deepEqual(ticks(0), [0, 1]);
  for (const most of [0.003, 7, 99, 12_345]) assert.ok((ticks(most).at(-1) ?? 0) >= most);
});

test("shows the first and the last label, and no more than there is room for", () => {
  for (const [length, width] of [[1, 500], [2, 100], [30, 700], [365, 300]] as const) {
    const shown = shownLabels(length, width);
    assert.equal(shown[0], 0);
    assert.equal(shown.at(-1), length - 1);
    assert.ok(shown.length <= Math.max(2, width / 86 + 1));
    assert.equal(new Set(shown).size, shown.length);
  }
  assert.deepEqual(shownLabels(0, 500), []);
});

test("writes large numbers briefly", () => {
  assert.equal(brief(950), "950");
  assert.equal(brief(12_300), "12.3k");
  assert.equal(brief(4_500_000), "4.5M");
});

test("cuts weeks at Mondays and ends with the day asked for", () => {
  const weeks = weeksOf("2026-11-16", 3);
  assert.deepEqual(weeks.map((week) => week[0]), ["2026-11-02", "2026-11-09", "2026-11-16"]);
  assert.deepEqual(weeks.at(-1), ["2026-11-16"]);
  assert.equal(weeks[0]?.length, 7);
});

test("grades a day against the busiest", () => {
  assert.equal(levelOf(0, 10), 0);
  assert.equal(levelOf(1, 1000), 1);
  assert.equal(levelOf(10, 10), 4);
});
