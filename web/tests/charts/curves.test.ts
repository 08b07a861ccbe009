// Do curves run where their points are, and does the table tell the same?
import assert from "node:assert/strict";
import { test } from "node:test";
import { bandPath, curvePath, curveTable, extent, spread } from "../../src/charts/curves.ts";
import { dayBeside, usualMost, weeksOf } from "../../src/charts/weeks.ts";

const same = (value: number) => value;
const points = [
  { x: 0, y: 1 },
  { x: 2, y: 3 },
];

test("leaves room where there is only one place", () => {
  assert.deepEqual(extent([]), [0, 1]);
  assert.deepEqual(extent([4]), [3.5, 4.5]);
  assert.deepEqual(extent([4, 1, 9]), [1, 9]);
});

test("tells places by whole units, the last among them, and leaves room between them", () => {
  assert.deepEqual(spread([0, 2], 1000, 1), [0, 1, 2]);
  assert.deepEqual(spread([3.5, 4.5], 1000, 1), [3.5, 4.5]);
  assert.deepEqual(spread([3.5, 4.5], 1000, 86_400_000), [3.5]);
  assert.deepEqual(spread([10, 110], 220, 10), [10, 60, 110]);
  assert.deepEqual(spread([0, 12], 930, 1), [0, 2, 4, 6, 8, 10, 12]);
  assert.deepEqual(spread([0, 13], 930, 1), [0, 2, 4, 6, 8, 10, 13]);
  for (const [most, width] of [[97, 900], [365, 240], [5, 200], [91, 220]] as const) {
    const places = spread([0, most], width, 1);
    const gaps = places.slice(1).map((place, index) => ((place - (places[index] ?? 0)) / most) * width);
    assert.equal(places.at(-1), most);
    assert.ok(gaps.every((gap) => gap >= 99), String(gaps));
  }
});

test("goes straight, or in steps where something stays as it was", () => {
  assert.equal(curvePath(points, "lines", same, same), "M0.0 1.0L2.0 3.0");
  assert.equal(curvePath(points, "steps", same, same), "M0.0 1.0H2.0V3.0");
  assert.equal(curvePath([], "lines", same, same), "");
});

test("draws a band only between ends that were measured", () => {
  assert.equal(bandPath(points, same, same), "");
  const sure = [
    { x: 0, y: 1, low: 0, high: 2 },
    { x: 1, y: 1, low: 0.5, high: 1.5 },
  ];
  assert.equal(bandPath(sure, same, same), "M0.0 2.0L1.0 1.5L1.0 0.5L0.0 0.0Z");
});

test("tells every place once, and how sure it is", () => {
  const table = curveTable(
    [
      { name: "one", points },
      { name: "other", points: [{ x: 2, y: 0.5, low: 0.4, high: 0.6 }] },
    ],
    "day",
    (x) => `day ${x}`,
  );
  assert.deepEqual(table.head, ["day", "one", "other"]);
  assert.deepEqual(table.rows, [
    ["day 0", 1, "–"],
    ["day 2", 3, "0.500 (0.400–0.600)"],
  ]);
});

test("moves through a calendar by days and weeks, and not beyond it", () => {
  const weeks = weeksOf("2026-11-16", 3);
  assert.equal(dayBeside("ArrowUp", "2026-11-16", weeks), "2026-11-15");
  assert.equal(dayBeside("ArrowLeft", "2026-11-16", weeks), "2026-11-09");
  assert.equal(dayBeside("ArrowRight", "2026-11-16", weeks), undefined);
  assert.equal(dayBeside("Home", "2026-11-16", weeks), "2026-11-02");
  assert.equal(dayBeside("a", "2026-11-16", weeks), undefined);
});

test("does not let one extraordinary day make all others alike", () => {
  assert.equal(usualMost([]), 0);
  assert.equal(usualMost([0, 3]), 3);
  assert.equal(usualMost([...Array.from({ length: 99 }, () => 10), 5000]), 10);
});
