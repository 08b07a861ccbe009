// Is only that offered which fits, and only that sent which was typed?
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Template } from "../../../src/contract.ts";
import { deedsOf } from "../../../src/pages/records/deeds.ts";
import { EMPTY, exampleOf, ingestParams, problemOf } from "../../../src/pages/records/drafts.ts";

const named = (state: string, frozen = false) => deedsOf({ state, frozen }).map((deed) => deed.action);

test("offers what fits the state", () => {
  assert.deepEqual(named("live"), ["freeze", "archive", "retract", "tombstone"]);
  assert.deepEqual(named("live", true)[0], "unfreeze");
  assert.deepEqual(named("archived"), ["restore", "tombstone"]);
  assert.deepEqual(named("superseded"), ["tombstone"]);
  assert.deepEqual(named("tombstoned"), []);
});

test("warns before what cannot be taken back, and shows it first", () => {
  const erase = deedsOf({ state: "live", frozen: false }).find((deed) => deed.action === "tombstone");
  assert.equal(erase?.always && erase.danger, true);
  assert.match(erase?.warning ?? "", /for good/);
});

test("sends what was typed and nothing that was left empty", () => {
  const sent = JSON.parse(JSON.stringify(ingestParams("task", { ...EMPTY, statement: " Do it. ", payload: '{"status":"open"}', evidence: "Said so" })));
  assert.equal(sent.statement, "Do it.");
  assert.deepEqual(sent.payload, { status: "open" });
  assert.deepEqual(sent.raw_evidence, [{ text: "Said so", origin: "user", source: "page" }]);
  assert.equal("subject_key" in sent || "quality" in sent, false);
});

test("knows details that are no JSON object", () => {
  assert.equal(problemOf(EMPTY), undefined);
  assert.equal(problemOf({ ...EMPTY, payload: '{"a": 1}' }), undefined);
  for (const payload of ["{", "[1]", "null", "7"]) assert.ok(problemOf({ ...EMPTY, payload }));
});

test("shows the example of a kind, where there is one", () => {
  const template = { example: { params: { statement: "S", subject_key: "k", payload: { a: 1 } } } } as unknown as Template;
  assert.deepEqual(exampleOf(template), { statement: "S", subject: "k", payload: '{"a":1}' });
  assert.deepEqual(exampleOf(undefined), { statement: "", subject: "", payload: "" });
});
