// Are the states of a record told as they were?
import assert from "node:assert/strict";
import { test } from "node:test";
import { livesOf, placesOf } from "../../src/charts/lives.ts";

const NOW = Date.parse("2026-11-16T00:00:00Z");
const VERSIONS = [
  { id: "1", handle: "one", state: "superseded", recorded_at: "2026-11-01T00:00:00Z" },
  { id: "2", handle: "two", state: "archived", recorded_at: "2026-11-10T00:00:00Z", supersedes: "1" },
];
const EVENTS = [
  { record_id: "1", at: "2026-11-01T00:00:00Z", after: "suggested" },
  { record_id: "1", at: "2026-11-02T00:00:00Z", after: "live" },
  { record_id: "1", at: "2026-11-03T00:00:00Z", after: "live" },
  { record_id: "1", at: "2026-11-10T00:00:00Z", after: "superseded" },
  { record_id: "2", at: "2026-11-10T00:00:00Z", after: "live" },
  { record_id: "2", at: "2026-11-12T00:00:00Z", after: "archived" },
];

test("makes one stretch of each state, ending where the next begins", () => {
  const [first, second] = livesOf(VERSIONS, EVENTS, NOW);
  assert.deepEqual(first?.phases.map((phase) => phase.state), ["suggested", "live", "superseded"]);
  assert.equal(first?.phases[1]?.to, Date.parse("2026-11-10T00:00:00Z"));
  assert.equal(first?.phases[2]?.from, first?.phases[2]?.to);
  assert.deepEqual(second?.phases.map((phase) => phase.to), [Date.parse("2026-11-12T00:00:00Z"), NOW]);
});

test("takes the record's own word where the journal has none", () => {
  assert.deepEqual(livesOf(VERSIONS.slice(1), [], NOW)[0]?.phases, [
    { state: "archived", from: Date.parse("2026-11-10T00:00:00Z"), to: NOW },
  ]);
});

test("keeps the order of moments, and room between those that are close", () => {
  const place = placesOf(livesOf(VERSIONS, EVENTS, NOW), NOW);
  const moments = ["2026-11-01", "2026-11-02", "2026-11-10", "2026-11-12"].map((day) => place(Date.parse(`${day}T00:00:00Z`)));
  assert.deepEqual(moments, moments.toSorted((one, other) => one - other));
  assert.equal(moments[0], 0);
  assert.equal(place(NOW), 1);
  assert.ok((moments[1] ?? 0) > 0.1);
});
