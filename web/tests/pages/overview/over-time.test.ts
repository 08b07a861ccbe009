// Do counts become the curves and columns that they are?
import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, growthCurve, placeOf, usagesOf } from "../../../src/pages/overview/over-time.ts";

const grown = [
  { start: "2026-11-01", records: 2, evidence: 0, episodes: 0 },
  { start: "2026-11-04", records: 5, evidence: 1, episodes: 0 },
];

test("keeps what did not change until today", () => {
  const { points } = growthCurve(grown, "records", "2026-11-09");
  assert.deepEqual(
    points.map(({ x, y }) => [dayOf(x), y]),
    [
      ["2026-11-01", 2],
      ["2026-11-04", 5],
      ["2026-11-09", 5],
    ],
  );
  assert.deepEqual(growthCurve([], "episodes", "2026-11-09").points, []);
  assert.equal(growthCurve(grown, "records", "2026-11-04").points.length, 2);
});

const told = (start: string, profile: string, tokens: number) => ({
  start,
  profile,
  reports: 1,
  input_tokens: tokens,
  output_tokens: 1,
});

test("tells a step without a report as one with none", () => {
  const { labels, parts } = usagesOf([told("2026-11-01", "cursor", 9), told("2026-11-03", "codex", 99)], "day", "2026-11-04");
  assert.deepEqual(labels, ["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04"]);
  assert.deepEqual(parts, [
    { name: "codex", values: [0, 0, 100, 0] },
    { name: "cursor", values: [10, 0, 0, 0] },
  ]);
});

test("goes by weeks where they were counted by weeks", () => {
  const { labels } = usagesOf([told("2026-11-02", "cursor", 9)], "week", "2026-11-17");
  assert.deepEqual(labels, ["2026-11-02", "2026-11-09", "2026-11-16"]);
  assert.deepEqual(usagesOf([], "day", "2026-11-17"), { labels: [], parts: [] });
});

test("puts the smallest clients together when there are more than colours", () => {
  const usage = Array.from({ length: 9 }, (_, index) => told("2026-11-02", `client-${index}`, 100 * (9 - index)));
  const { parts } = usagesOf(usage, "day", "2026-11-02");
  assert.deepEqual(
    parts.map(({ name }) => name),
    ["client-0", "client-1", "client-2", "client-3", "client-4", "others"],
  );
  assert.deepEqual(parts.at(-1)?.values, [401 + 301 + 201 + 101]);
});

test("reads dates as what they are", () => {
  assert.equal(dayOf(placeOf("2026-11-16")), "2026-11-16");
});
