// Does an address lead to the right view?
import assert from "node:assert/strict";
import { test } from "node:test";
import { operationAddress, recordAddress, searchAddress } from "../../src/routing/addresses.ts";
import { matchPath } from "../../src/routing/route.ts";

test("matches a path word for word", () => {
  assert.deepEqual(matchPath("/records", "/records"), {});
  assert.deepEqual(matchPath("/", "/"), {});
  assert.equal(matchPath("/records", "/records/abc"), undefined);
  assert.equal(matchPath("/records", "/inbox"), undefined);
});

test("catches the named parts of a path", () => {
  assert.deepEqual(matchPath("/records/:id", "/records/k3v9qd2a"), { id: "k3v9qd2a" });
  assert.deepEqual(matchPath("/records/:id", "/records/a%2Fb"), { id: "a/b" });
});

test("leaves a part alone that is no encoding", () => {
  assert.deepEqual(matchPath("/records/:id", "/records/100%"), { id: "100%" });
});

test("names a thing so that its address leads back to it", () => {
  assert.equal(recordAddress("m:k3v9qd2a"), "/records/k3v9qd2a");
  assert.deepEqual(matchPath("/operations/:id", operationAddress("op/1 ?")), { id: "op/1 ?" });
  assert.equal(new URLSearchParams(searchAddress("a&b").split("?")[1]).get("q"), "a&b");
});
