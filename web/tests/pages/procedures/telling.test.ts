// Is a procedure told in words that people understand?
import assert from "node:assert/strict";
import { test } from "node:test";
import { countsOf, nameOf, ratePoints, refusalOf, whenOf } from "../../../src/pages/procedures/telling.ts";

test("what has no title is called by its statement", () => {
  assert.equal(nameOf({ title: "", statement: "To test: make test.", handle: "abc" }), "To test: make test.");
  assert.equal(nameOf({ title: "Release", statement: "…", handle: "abc" }), "Release");
});

test("only what says something is told of when it applies", () => {
  assert.deepEqual(whenOf({ words: ["release", "tally"], files: [], failing: "git push", other: null }), [
    ["The task speaks of", "release, tally"],
    ["This fails", "git push"],
  ]);
});

test("the evidence is counted", () => {
  assert.deepEqual(countsOf({ successes: 4, failures: 0, replayed_percent: 100, gone: [], last_success: "2026-11-07" }), [
    ["Worked in sessions", "4"],
    ["Failed in sessions", "0"],
    ["Steps foretold", "100 %"],
  ]);
  assert.deepEqual(countsOf({}), []);
});

test("a use without a result is no point of the curve", () => {
  const use = { source: "s", how: "reported", successes: 0, failures: 0 } as const;
  const points = ratePoints([
    { ...use, at: "2026-11-01T00:00:00Z", outcome: "unknown" },
    { ...use, at: "2026-11-02T00:00:00Z", outcome: "success", successes: 1, rate: 1 },
  ]);
  assert.deepEqual(points, [{ x: Date.parse("2026-11-02T00:00:00Z"), y: 1 }]);
});

test("a refusal is a sentence, also one that is not known here", () => {
  assert.match(refusalOf("no_steps"), /no steps/);
  assert.equal(refusalOf("some_new_code"), "some new code");
});
