// Does the list ask for what its filters say?
import assert from "node:assert/strict";
import { test } from "node:test";
import { facetParams, FILTERS, listParams, narrowings, searchParams } from "../../../src/pages/records/filters.ts";
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
  assert.equal(narrowings(filters), 4);
});

test("counts facets only where there are counts", () => {
  assert.equal(facetParams(readQuery(FILTERS, ""))?.facets, true);
  assert.equal(facetParams(readQuery(FILTERS, "?q=port")), undefined);
  assert.equal(facetParams(readQuery(FILTERS, "?known_at=2026-11-01T00:00:00Z")), undefined);
});

test("leaves out marks of now where the past is asked for", () => {
  const filters = readQuery(FILTERS, "?marks=stale&as_of=2026-11-01T00:00:00Z");
  assert.equal(listParams(filters).marks, undefined);
  assert.deepEqual(listParams(readQuery(FILTERS, "?marks=stale")).marks, ["stale"]);
});

test("finds records by words in the states that have words", () => {
  const params = searchParams(readQuery(FILTERS, "?q=port&states=live&states=tombstoned&kind=fact"));
  assert.deepEqual([params.query, params.states, params.kinds, params.tiers], ["port", ["live"], ["fact"], ["record"]]);
});
