// Do the shared filters ask for what the address says, and for nothing else?
import assert from "node:assert/strict";
import { test } from "node:test";
import { NARROWING, narrowingParams, narrowings } from "../../src/components/narrowing.ts";
import { readQuery } from "../../src/routing/query.ts";

test("nothing chosen narrows nothing", () => {
  const chosen = readQuery(NARROWING, "");
  assert.deepEqual(JSON.parse(JSON.stringify(narrowingParams(chosen))), {});
  assert.equal(narrowings(chosen), 0);
});

test("what is chosen is asked for", () => {
  const chosen = readQuery(NARROWING, "?kinds=fact&kinds=task&scope=branch&scope_ref=main&confidence=0.5&everywhere=1");
  assert.deepEqual(JSON.parse(JSON.stringify(narrowingParams(chosen))), {
    kinds: ["fact", "task"],
    scope: "branch",
    scope_ref: "main",
    min_confidence: 0.5,
    everywhere: true,
  });
  assert.equal(narrowings(chosen), 5);
});
