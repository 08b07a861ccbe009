// Does every kind of trouble become something that can be shown?
import assert from "node:assert/strict";
import { test } from "node:test";
import { asRefused, isAbort, refusalOf } from "../../src/api/refused.ts";

const ENVELOPE = { status: "error", request_id: "r", operation: "review", data: null };

test("keeps the contract's code, sentence and way forward", () => {
  const body = { ...ENVELOPE, error: { code: "frozen", message: "It is frozen" }, remediation: [{ message: "Unfreeze it" }] };
  const refused = refusalOf(409, body);
  assert.equal(refused.code, "frozen");
  assert.equal(refused.message, "It is frozen");
  assert.equal(refused.status, 409);
  assert.deepEqual(refused.remediation, [{ message: "Unfreeze it" }]);
  assert.equal(refused.asked, undefined);
});

test("knows what a confirmation is asked for", () => {
  const example = { approved_by: "your name", reason: "why", operation: "review", target: { id: "x" } };
  const error = { code: "confirmation_required", message: "A person has to", example };
  assert.deepEqual(refusalOf(409, { ...ENVELOPE, error }).asked?.target, { id: "x" });
});

test("takes an answer that is no envelope for trouble too", () => {
  for (const body of [undefined, null, "no", {}, []]) assert.equal(refusalOf(502, body).code, "unreadable");
});

test("tells a server that is gone from a request that was given up", () => {
  assert.equal(asRefused(new TypeError("fetch failed")).code, "unreachable");
  assert.equal(isAbort(new DOMException("", "AbortError")), true);
  assert.equal(isAbort(new TypeError()), false);
});
