// Which earlier context is the next one compared with?
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CompileResult } from "../../../src/contract.ts";
import { keepRun, runBefore, runs } from "../../../src/pages/compile/runs.ts";

const result = (hash: string) => ({ text: hash, tokens: 1, lines: [], manifest: { hash } }) as unknown as CompileResult;

test("a run comes after the newest that answered something else", () => {
  runs.set([]);
  keepRun("a", "first", result("1"));
  keepRun("b", "second", result("2"));
  assert.equal(runBefore("b")?.task, "first");
  assert.equal(runBefore("a")?.task, "second");
  assert.equal(runBefore("c")?.task, "second");
});

test("the same answer to the same request is kept once", () => {
  runs.set([]);
  keepRun("a", "first", result("1"));
  keepRun("a", "first", result("1"));
  keepRun("a", "first", result("2"));
  assert.equal(runs.get().length, 2);
});

test("old runs make room", () => {
  runs.set([]);
  for (let number = 0; number < 40; number += 1) keepRun(String(number), "", result(String(number)));
  assert.equal(runs.get().length, 12);
  assert.equal(runs.get().at(-1)?.key, "39");
});
