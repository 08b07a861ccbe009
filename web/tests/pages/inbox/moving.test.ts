// Is the next item the one that people expect?
import assert from "node:assert/strict";
import { test } from "node:test";
import { following, neighbour } from "../../../src/pages/inbox/moving.ts";

const KEYS = ["a", "b", "c", "d"];

test("moves by places and stays at the ends", () => {
  assert.equal(neighbour(KEYS, "b", 1), "c");
  assert.equal(neighbour(KEYS, "a", -1), "a");
  assert.equal(neighbour(KEYS, "d", 1), "d");
  assert.equal(neighbour(KEYS, "gone", 1), "a");
  assert.equal(neighbour([], "a", 1), undefined);
});

test("goes on below what was decided, else above", () => {
  assert.equal(following(KEYS, ["b"]), "c");
  assert.equal(following(KEYS, ["d"]), "c");
  assert.equal(following(KEYS, ["b", "d"]), "c");
  assert.equal(following(KEYS, ["a", "b"]), "c");
  assert.equal(following(["a"], ["a"]), undefined);
});

test("begins at the first when what was decided was not in the list", () => {
  assert.equal(following(KEYS, ["gone"]), "a");
});
