// Are runs told by measure, set and arm?
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EvaluationRun } from "../../../src/contract.ts";
import { measuresOf, recallCurves } from "../../../src/pages/overview/recall.ts";

function run(day: string, measured: EvaluationRun["measured"], figures: EvaluationRun["figures"]): EvaluationRun {
  return { at: `${day}T00:00:00Z`, measured, version: "0.1.0", settings: {}, figures };
}

const RUNS = [
  run("2026-11-01", "retrieval", [{ set: "own", arm: "hybrid", name: "R@10", value: 0.7, low: 0.6, high: 0.8 }]),
  run("2026-11-02", "context", [{ set: "own", name: "kept", value: 0.9 }]),
  run("2026-11-03", "retrieval", [
    { set: "own", arm: "hybrid", name: "R@10", value: 0.75, low: 0.7, high: 0.8 },
    { set: "own", arm: "lexical", name: "R@10", value: 0.5 },
  ]),
];

test("offers every measure once, the newest run's first", () => {
  assert.deepEqual(measuresOf(RUNS), [
    { value: "retrieval.R@10", label: "Retrieval: R@10" },
    { value: "context.kept", label: "Context: kept" },
  ]);
  assert.deepEqual(measuresOf([]), []);
});

test("draws one curve for each set and arm, oldest first, with its interval", () => {
  const curves = recallCurves(RUNS, "retrieval.R@10");
  assert.deepEqual(
    curves.map(({ name, points }) => [name, points.map(({ y, low }) => [y, low])]),
    [
      ["own, hybrid", [[0.7, 0.6], [0.75, 0.7]]],
      ["own, lexical", [[0.5, undefined]]],
    ],
  );
});

test("does not join what was measured in another way", () => {
  const figures = [{ set: "own", arm: "hybrid", name: "R@10", value: 0.7 }];
  const wide = { ...run("2026-11-04", "retrieval", figures), settings: { limit: 50, arms: ["hybrid"] } };
  const narrow = { ...run("2026-11-05", "retrieval", figures), settings: { limit: 10, arms: ["hybrid", "dense"] } };
  assert.deepEqual(
    recallCurves([wide, narrow], "retrieval.R@10").map(({ name }) => name),
    ["own, hybrid, limit 50", "own, hybrid, limit 10"],
  );
});
