// Does the inbox ask for what the address says, and for nothing slow by itself?
import assert from "node:assert/strict";
import { test } from "node:test";
import { canLook, countParams, FILTERS, queueParams, singleParams } from "../../../src/pages/inbox/filters.ts";
import { readQuery } from "../../../src/routing/query.ts";

test("asks for everything that waits now, and only for what is written down", () => {
  const filters = readQuery(FILTERS, "");
  assert.deepEqual(JSON.parse(JSON.stringify(queueParams(filters))), { states: ["open"], look: false, limit: 50 });
  assert.equal(countParams(filters), undefined);
});

test("asks for one kind, and apart from that for the counts of all", () => {
  const filters = readQuery(FILTERS, "?kind=stale&state=deferred");
  assert.deepEqual(queueParams(filters).kinds, ["stale"]);
  assert.deepEqual(countParams(filters), { states: ["deferred"], limit: 1 });
  assert.equal(canLook(filters), false);
});

test("looks further only when that was asked for", () => {
  const filters = readQuery(FILTERS, "?kind=duplicate&look=1");
  assert.equal(queueParams(filters).look, true);
  assert.equal(canLook(filters), true);
});

test("asks for one item by its id unless it is shown", () => {
  assert.deepEqual(singleParams("rev_1", false), { ids: ["rev_1"] });
  assert.equal(singleParams("rev_1", true), undefined);
  assert.equal(singleParams("stale:rec_1", false), undefined);
});
