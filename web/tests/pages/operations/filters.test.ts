// Does the journal ask for what its filters say?
import assert from "node:assert/strict";
import { test } from "node:test";
import { auditParams, FILTERS, narrowings, WRITES } from "../../../src/pages/operations/filters.ts";
import { readQuery } from "../../../src/routing/query.ts";

test("asks for the newest writes when nothing is chosen", () => {
  const filters = readQuery(FILTERS, "?tab=work");
  assert.deepEqual(JSON.parse(JSON.stringify(auditParams(filters))), { limit: 30 });
  assert.equal(narrowings(filters), 0);
});

test("asks for what the address says", () => {
  const filters = readQuery(FILTERS, "?operation=revise&profile=codex&object=%20m:k3v9qd2a&after=2026-11-01T00:00:00.000Z");
  const params = auditParams(filters);
  assert.equal(params.operation_name, "revise");
  assert.equal(params.profile, "codex");
  assert.equal(params.object_id, "m:k3v9qd2a");
  assert.equal(params.after, "2026-11-01T00:00:00.000Z");
  assert.equal(narrowings(filters), 4);
});

test("offers writes only", () => {
  assert.equal(WRITES.includes("revise"), true);
  assert.equal(WRITES.includes("search"), false);
});
