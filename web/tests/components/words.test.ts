// Does a comparison show what changed, and only that?
import assert from "node:assert/strict";
import { test } from "node:test";
import { changedFields } from "../../src/components/fields.ts";
import { compare, sideOf } from "../../src/components/words.ts";

const joined = (stretches: { text: string }[]) => stretches.map((stretch) => stretch.text).join("");

test("keeps both texts whole", () => {
  const [before, after] = ["Hours stay in a CSV file.", "Hours move to an SQLite file."];
  const stretches = compare(before, after);
  assert.equal(joined(sideOf(stretches, "before")), before);
  assert.equal(joined(sideOf(stretches, "after")), after);
});

test("marks words and leaves the rest", () => {
  const marked = compare("port 80 is open", "port 443 is open").filter((stretch) => stretch.kind !== "same");
  assert.deepEqual(marked, [
    { kind: "removed", text: "80" },
    { kind: "added", text: "443" },
  ]);
});

test("compares whole lines where lines are what one reads", () => {
  assert.deepEqual(compare("one\ntwo words\n", "one\ntwo other words\n", "lines"), [
    { kind: "same", text: "one\n" },
    { kind: "removed", text: "two words\n" },
    { kind: "added", text: "two other words\n" },
  ]);
});

test("gives up on texts that have nothing in common, instead of freezing", () => {
  const [before, after] = ["a\n".repeat(30_000), "b\n".repeat(30_000)];
  const stretches = compare(before, after);
  assert.equal(joined(sideOf(stretches, "before")), before);
  assert.equal(joined(sideOf(stretches, "after")), after);
});

test("names the fields that differ, in the content too", () => {
  const before = { state: "live", content: { statement: "old", kind: "fact" } };
  const after = { state: "superseded", content: { statement: "new", kind: "fact" } };
  assert.deepEqual(changedFields(before, after), [
    { name: "state", before: "live", after: "superseded" },
    { name: "statement", before: "old", after: "new" },
  ]);
  assert.deepEqual(changedFields(undefined, { state: "live" }), [{ name: "state", before: "", after: "live" }]);
});
