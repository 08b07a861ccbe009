// Is a write told in a few true words, with the way to what it touched?
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DiffEntry, Entry } from "../../../src/contract.ts";
import { addressOf, subjectOf, touched } from "../../../src/pages/operations/changes.ts";
import { reported } from "../../../src/pages/operations/reports.ts";

const entry = (changes: Partial<DiffEntry>[], count = changes.length) => ({ changes, change_count: count }) as Entry;

test("counts what was touched, the most first", () => {
  assert.equal(touched(entry([{ object_type: "review" }, { object_type: "record" }, { object_type: "record" }])), "2 records, 1 review");
  assert.equal(touched(entry([{ object_type: "evidence" }, { object_type: "evidence" }])), "2 evidence");
  assert.equal(touched(entry([])), "nothing");
});

test("says how much is not listed", () => {
  assert.equal(touched(entry([{ object_type: "record" }], 120)), "1 record, 119 further changes");
});

test("is about the first statement that it touched", () => {
  const silent = { object_type: "review", after: { state: "open", content: null } };
  const said = { object_type: "record", after: { state: "live", content: { statement: "The queue is NATS." } } };
  assert.equal(subjectOf(entry([silent, said] as unknown as DiffEntry[])), "The queue is NATS.");
  assert.equal(subjectOf(entry([silent] as unknown as DiffEntry[])), undefined);
});

test("leads to what has a view of its own", () => {
  assert.equal(addressOf({ object_type: "record", object_id: "rec_1" }), "/records/rec_1");
  assert.equal(addressOf({ object_type: "review", object_id: "rev_1" }), "/inbox?id=rev_1");
  assert.equal(addressOf({ object_type: "link", object_id: "lnk_1" }), undefined);
});

test("tells what a run did and leaves out what did nothing", () => {
  assert.equal(reported({ claims: { created: 1, sessions: 60 }, fade: {}, repeats: { promoted: 0 } }), "claims: 1 created, 60 sessions");
});
