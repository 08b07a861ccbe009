// Is a manifest found wherever people keep it, and nothing else taken for one?
import assert from "node:assert/strict";
import { test } from "node:test";
import { manifestName, readManifest } from "../../../src/pages/compile/manifests.ts";

const MANIFEST = { version: 1, store_id: "store_1", format: "xml", hash: "0123456789abcdef", lines: [] };

test("a manifest alone, in a result and in a whole answer", () => {
  for (const given of [MANIFEST, { text: "", manifest: MANIFEST }, { status: "ok", data: { manifest: MANIFEST } }]) {
    assert.deepEqual(readManifest(JSON.stringify(given)), { manifest: MANIFEST });
  }
});

test("anything else is told in a sentence", () => {
  for (const given of ["", "{", "[]", "null", "7", '{"lines": []}', JSON.stringify({ ...MANIFEST, lines: "many" })]) {
    assert.ok("problem" in readManifest(given), given);
  }
});

test("the same context has the same file name", () => {
  assert.equal(manifestName(MANIFEST), "phantasm-manifest-01234567.json");
  assert.equal(manifestName({}), "phantasm-manifest-context.json");
});
