// Is it told what changed in an object of the journal, and where it went?
import assert from "node:assert/strict";
import { test } from "node:test";
import { changedFields, movement, statementOf } from "../../src/components/fields.ts";

const LIVE = { state: "live", content: { statement: "The queue is RabbitMQ.", tags: ["mail"] } };

test("takes state and content as fields of one thing", () => {
  const after = { state: "live", content: { statement: "The queue is NATS.", tags: ["mail"] } };
  assert.deepEqual(changedFields(LIVE, after), [
    { name: "statement", before: "The queue is RabbitMQ.", after: "The queue is NATS." },
  ]);
});

test("finds what an object says, if it says anything", () => {
  assert.equal(statementOf(LIVE), "The queue is RabbitMQ.");
  assert.equal(statementOf({ state: "open", content: null }), undefined);
  assert.equal(statementOf(undefined), undefined);
});

test("tells where an object went, and nothing when it stayed", () => {
  assert.equal(movement(LIVE, { state: "superseded" }), "live → superseded");
  assert.equal(movement(undefined, LIVE), "nothing → live");
  assert.equal(movement(LIVE, undefined), "live → nothing");
  assert.equal(movement(LIVE, { state: "live" }), "");
});
