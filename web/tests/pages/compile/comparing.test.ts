// Is it told what came, what went, and what a prompt cache would hit?
import assert from "node:assert/strict";
import { test } from "node:test";
import { cacheParts, compareManifests } from "../../../src/pages/compile/comparing.ts";

const line = (id: string, section: string, tokens: number) => ({ id, section, tokens });

test("items come, go and stay; sections win and lose tokens", () => {
  const before = { lines: [{ text: "<a>", tokens: 2 }, line("one", "rules", 10), line("two", "facts", 20)] };
  const now = { lines: [line("one", "rules", 12), line("three", "work", 5)] };
  assert.deepEqual(compareManifests(before, now), {
    sections: [
      { name: "rules", before: 10, now: 12 },
      { name: "work", before: 0, now: 5 },
      { name: "facts", before: 20, now: 0 },
    ],
    came: ["three"],
    went: ["two"],
    stayed: 1,
  });
});

test("what a cache hits is told apart, and never more than the context", () => {
  const parts = cacheParts(100, 30, 80);
  assert.deepEqual(
    parts.map((part) => part.value),
    [30, 50],
  );
  assert.deepEqual(cacheParts(100, 30, 10), [{ name: "unchanged, for every task", value: 10 }]);
  assert.deepEqual(cacheParts(100, 30, 0), []);
  assert.equal(
    cacheParts(100, 30, 120).reduce((sum, part) => sum + part.value, 0),
    100,
  );
});
