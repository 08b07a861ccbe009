// Does the page ask for what its filters say?
import assert from "node:assert/strict";
import { test } from "node:test";
import { clientsParams, FILTERS, profileAddress } from "../../../src/pages/clients/filters.ts";
import { readQuery } from "../../../src/routing/query.ts";

test("asks for every decision of the last month when nothing is chosen", () => {
  const params = clientsParams(readQuery(FILTERS, ""));
  assert.equal(params.days, 30);
  assert.equal(params.profile, undefined);
  assert.equal(params.verdict, undefined);
});

test("asks for what the address says", () => {
  const params = clientsParams(readQuery(FILTERS, "?days=365&profile=codex&verdict=suggest"));
  assert.deepEqual([params.days, params.profile, params.verdict], [365, "codex", "suggest"]);
});

test("chooses a profile, and lets go of it", () => {
  assert.equal(profileAddress("codex", ""), "/clients?profile=codex");
  assert.equal(profileAddress("codex", "?days=7&profile=codex"), "/clients?days=7");
});
