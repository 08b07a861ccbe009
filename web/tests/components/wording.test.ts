// Are words, numbers and moments said as people say them?
import assert from "node:assert/strict";
import { test } from "node:test";
import { ago, bytes, counted, grouped, percent, shortened, spoken, titled } from "../../src/components/wording.ts";

test("says the contract's words", () => {
  assert.equal(spoken("known_issue"), "known issue");
  assert.equal(titled("known_issue"), "Known issue");
});

test("counts", () => {
  assert.equal(counted(1, "record"), "1 record");
  assert.equal(counted(0, "record"), "0 records");
  assert.equal(counted(2, "entry", "entries"), "2 entries");
  assert.equal(grouped(1234567), "1,234,567");
  assert.equal(percent(0.805), "81 %");
});

test("measures", () => {
  assert.equal(bytes(12), "12 bytes");
  assert.equal(bytes(1536), "1.5 KiB");
  assert.equal(bytes(5 * 1024 ** 3), "5.0 GiB");
});

test("tells how long ago", () => {
  const now = new Date("2026-11-16T12:00:00Z");
  assert.equal(ago(new Date("2026-11-16T11:59:30Z"), now), "just now");
  assert.equal(ago(new Date("2026-11-16T11:58:00Z"), now), "2 minutes ago");
  assert.equal(ago(new Date("2026-11-15T11:00:00Z"), now), "1 day ago");
  assert.equal(ago(new Date("2026-11-16T15:00:00Z"), now), "in 3 hours");
});

test("cuts a text where there is no room", () => {
  assert.equal(shortened("short", 10), "short");
  assert.equal(shortened("one two three", 8), "one two…");
  assert.equal(shortened("first\nsecond", 20), "first");
});
