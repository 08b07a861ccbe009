// Does the list ask for what its filters say?
import assert from "node:assert/strict";
import { test } from "node:test";
import { FILTERS, listParams, narrowings } from "../../../src/pages/records/filters.ts";
import { readQuery } from "../../../src/routing/query.ts";

test("asks for what is live, on every branch, when nothing is chosen", () => {
  const params = JSON.parse(JSON.stringify(listParams(readQuery(FILTERS, ""))));
  assert.deepEqual(params.states, ["live"]);
  assert.equal(params.everywhere, true);
  assert.equal("record_kind" in params, false);
});

test("asks for what the address says", () => {
  const filters = readQuery(FILTERS, "?kind=task&states=archived&subject=pay&here=1");
  const params = listParams(filters);
  assert.equal(params.record_kind, "task");
  assert.deepEqual(params.states, ["archived"]);
  assert.equal(params.subject_prefix, "pay");
  assert.equal(params.everywhere, false);
  assert.equal(narrowings(filters), 3);
});
