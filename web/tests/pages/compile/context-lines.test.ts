// Is a text cut where its manifest says?
import assert from "node:assert/strict";
import { test } from "node:test";
import { contextLines } from "../../../src/pages/compile/context-lines.ts";

const bytes = (text: string) => new TextEncoder().encode(text).length;
const TEXT = "<rules>\n- Grüße an 🦊 [m:abc]\n</rules>\n";
const MANIFEST = {
  lines: [
    { text: "<rules>", bytes: bytes("<rules>\n"), tokens: 3 },
    { id: "rec_1", section: "rules", bytes: bytes("- Grüße an 🦊 [m:abc]\n"), tokens: 9 },
    { text: "</rules>", bytes: bytes("</rules>\n"), tokens: 3 },
  ],
};

test("each line has its text, its item and its tokens", () => {
  const lines = contextLines(TEXT, MANIFEST);
  assert.deepEqual(
    lines.map((line) => line.text),
    ["<rules>", "- Grüße an 🦊 [m:abc]", "</rules>"],
  );
  assert.deepEqual(lines[1], { number: 2, text: "- Grüße an 🦊 [m:abc]", tokens: 9, id: "rec_1", section: "rules" });
});

test("a manifest of another text cuts nothing", () => {
  assert.deepEqual(contextLines("short\n", MANIFEST), []);
  assert.deepEqual(contextLines(TEXT, { lines: "no list" }), []);
  assert.deepEqual(contextLines(TEXT, { lines: [null, 7] }), []);
});
