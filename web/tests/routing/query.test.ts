// Do filters survive the address bar?
import assert from "node:assert/strict";
import { test } from "node:test";
import { choice, count, flag, readQuery, several, text, writeQuery } from "../../src/routing/query.ts";

const SPEC = {
  query: text(),
  kind: choice(["", "fact", "task"], ""),
  states: several(["live", "archived", "suggested"], ["live"]),
  everywhere: flag(),
  limit: count(20),
};

test("reads defaults from an empty query", () => {
  assert.deepEqual(readQuery(SPEC, ""), { query: "", kind: "", states: ["live"], everywhere: false, limit: 20 });
});

test("reads back what it wrote, whatever the text", () => {
  const values = {
    query: "a & b = c? #1 “ü”",
    kind: "task",
    states: ["live", "suggested"],
    everywhere: true,
    limit: 7,
  } as const;
  const written = writeQuery(SPEC, "", { ...values, states: [...values.states] });
  assert.deepEqual(readQuery(SPEC, written), values);
});

test("writes nothing for a default", () => {
  assert.equal(writeQuery(SPEC, "?kind=fact&limit=7", { kind: "", limit: 20 }), "");
});

test("keeps what another part of the view has put there", () => {
  assert.equal(writeQuery(SPEC, "?tab=events", { kind: "fact" }), "?tab=events&kind=fact");
});

test("takes nonsense for the default", () => {
  const read = readQuery(SPEC, "?kind=nonsense&states=nope&limit=many&everywhere=maybe");
  assert.deepEqual(read, { query: "", kind: "", states: ["live"], everywhere: false, limit: 20 });
});
