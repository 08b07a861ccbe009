// Does a moment survive the way into a field and back?
import assert from "node:assert/strict";
import { test } from "node:test";
import { fromField, toField } from "../../src/components/moments.ts";

test("a moment that went through a field is the same minute", () => {
  const iso = "2026-03-29T00:59:00.000Z";
  assert.equal(fromField(toField(iso)), iso);
});

test("what is no moment is nothing", () => {
  assert.equal(toField(""), "");
  assert.equal(toField("soon"), "");
  assert.equal(fromField(""), "");
  assert.equal(fromField("2026-13-45T99:99"), "");
});
