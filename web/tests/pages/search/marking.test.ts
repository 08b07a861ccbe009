// Is exactly what was found marked?
import assert from "node:assert/strict";
import { test } from "node:test";
import { pieces } from "../../../src/pages/search/marking.ts";

test("a text falls into what was found and what was not", () => {
  assert.deepEqual(pieces("Sarah matches payments.", [[14, 22]]), [
    { text: "Sarah matches ", found: false },
    { text: "payments", found: true },
    { text: ".", found: false },
  ]);
});

test("characters are counted as people do", () => {
  assert.deepEqual(pieces("🦊 fox", [[2, 5]]), [
    { text: "🦊 ", found: false },
    { text: "fox", found: true },
  ]);
});

test("spans out of order, over each other or too long lose no text", () => {
  const text = "abcdef";
  const found = pieces(text, [
    [4, 99],
    [0, 2],
    [1, 3],
  ]);
  assert.equal(found.map((piece) => piece.text).join(""), text);
  assert.deepEqual(
    found.map((piece) => piece.found),
    [true, true, false, true],
  );
});
