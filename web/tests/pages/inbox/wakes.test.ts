// Is tomorrow tomorrow, and Monday never today?
import assert from "node:assert/strict";
import { test } from "node:test";
import { wakes } from "../../../src/pages/inbox/wakes.ts";

const days = (now: Date) => wakes(now).map(({ until }) => [until.getMonth() + 1, until.getDate(), until.getDay(), until.getHours()]);

test("wakes at eight in the morning", () => {
  assert.deepEqual(days(new Date(2026, 10, 18, 23, 59)), [[11, 19, 4, 8], [11, 23, 1, 8], [12, 16, 3, 8]]);
});

test("means the Monday after when it is Monday, and the next day on a Sunday", () => {
  assert.deepEqual(days(new Date(2026, 10, 16))[1], [11, 23, 1, 8]);
  assert.deepEqual(days(new Date(2026, 10, 15))[1], [11, 16, 1, 8]);
});

test("goes over the end of a year", () => {
  assert.deepEqual(days(new Date(2026, 11, 31, 9))[0], [1, 1, 5, 8]);
});
