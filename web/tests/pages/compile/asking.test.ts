// Does the compile preview ask for what its address says?
import assert from "node:assert/strict";
import { test } from "node:test";
import { ASKED, compileParams, optionsSet, subjectsOf } from "../../../src/pages/compile/asking.ts";
import { readQuery } from "../../../src/routing/query.ts";

test("asks for the standing context when there is no task", () => {
  const params = JSON.parse(JSON.stringify(compileParams(readQuery(ASKED, ""))));
  assert.deepEqual(params, { size: "full", handles: "all", explain: true });
});

test("asks for what the address says", () => {
  const asked = readQuery(ASKED, "?task=fix+it&budget=1200&model=openai&size=hook&focus=a.*,+b&known_at=2026-11-01T00:00:00.000Z");
  const params = compileParams(asked);
  assert.equal(params.query, "fix it");
  assert.equal(params.token_budget, 1200);
  assert.equal(params.model, "openai");
  assert.equal(params.size, "hook");
  assert.deepEqual(params.focus_subjects, ["a.*", "b"]);
  assert.equal(params.known_at, "2026-11-01T00:00:00.000Z");
  assert.equal(optionsSet(asked), 2);
});

test("no subject is no list", () => {
  assert.equal(subjectsOf(" , "), undefined);
});
