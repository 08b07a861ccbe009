// Is the past told in order, whole, and at the moment that was asked for?
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry, SessionView } from "../../../src/contract.ts";
import { daysOf, frontierOf } from "../../../src/pages/timeline/days.ts";
import { lasted, readEpisode } from "../../../src/pages/timeline/episodes.ts";
import { changesParams, CHOICES, differsParams, showsSort } from "../../../src/pages/timeline/filters.ts";
import { momentOf, shareOf, stopOf, stopsOf } from "../../../src/pages/timeline/moments.ts";
import { readQuery } from "../../../src/routing/query.ts";

const session = (id: string, at: string) => ({ id, last_at: at }) as SessionView;
const entry = (id: string, at: string, operation = "ingest") => ({ id, occurred_at: at, operation, profile: "cli" }) as Entry;

test("merges by time, a day at a time, and gathers the same writes", () => {
  const sessions = { rows: [session("s", "2026-11-15T12:00:00Z")], more: false };
  const changes = {
    rows: [entry("d", "2026-11-16T13:00:00Z"), entry("c", "2026-11-16T12:00:00Z"), entry("b", "2026-11-15T13:00:00Z", "revise"), entry("a", "2026-11-15T11:00:00Z")],
    more: false,
  };
  const days = daysOf(sessions, changes);
  assert.equal(days.length, 2);
  assert.deepEqual(days[0]?.happenings.map((one) => one.sort === "changes" && one.entries.map((held) => held.id)), [["d", "c"]]);
  assert.deepEqual(days[1]?.happenings.map((one) => one.sort), ["changes", "session", "changes"]);
});

test("shows nothing beyond what has been got of every stream", () => {
  const sessions = { rows: [session("s", "2026-11-15T12:00:00Z")], more: true };
  const changes = { rows: [entry("b", "2026-11-16T12:00:00Z"), entry("a", "2026-11-10T12:00:00Z")], more: false };
  assert.equal(frontierOf(sessions, changes), "2026-11-15T12:00:00Z");
  assert.equal(daysOf(sessions, changes).flatMap((day) => day.happenings).length, 2);
});

test("scrubs from the first write to now, by the hour or by the day", () => {
  const now = new Date("2026-11-16T00:00:00Z");
  const young = stopsOf("2026-11-15", now);
  assert.deepEqual([young.last, momentOf(young, 1)], [24, "2026-11-15T01:00:00.000Z"]);
  const old = stopsOf("2025-11-15", now);
  assert.deepEqual([old.last, momentOf(old, 0), momentOf(old, old.last)], [365, "2025-11-16T00:00:00.000Z", ""]);
  for (const stop of [0, 7, 364]) assert.equal(stopOf(old, momentOf(old, stop)), stop);
  assert.equal(stopOf(old, ""), old.last);
  assert.equal(stopOf(old, "no moment"), old.last);
  assert.equal(stopOf(old, "1999-01-01T00:00:00Z"), 0);
  assert.equal(stopsOf(undefined, now).last, 1);
  assert.equal(shareOf(old, "1999-01-01"), undefined);
  assert.ok((shareOf(old, "2026-05-16") ?? 0) > 0.4);
});

test("asks for what was written at the moment itself too", () => {
  const choices = readQuery(CHOICES, "?at=2026-11-15T00:00:00.000Z&outcome=failure");
  assert.equal(changesParams(choices).before, "2026-11-15T00:00:00.001Z");
  assert.deepEqual(differsParams(choices, 30)?.from, { known_at: "2026-11-15T00:00:00.000Z" });
  assert.equal(differsParams(readQuery(CHOICES, ""), 30), undefined);
  assert.deepEqual([showsSort(choices, "sessions"), showsSort(choices, "changes")], [true, false]);
});

test("reads what an episode says, and survives what it does not say", () => {
  const episode = readEpisode({
    summary: "Released.",
    outcome: "success",
    lessons: [{ text: "Fetch first." }, { turn: "3" }],
    commands: [{ command: "make", exit_code: 2, failed: true }, "odd"],
    files: ["a.py", 7],
    turns: 15,
  });
  assert.deepEqual(episode.lessons, ["Fetch first."]);
  assert.deepEqual(episode.commands, [{ command: "make", exit: 2, failed: true }]);
  assert.deepEqual(episode.files, ["a.py"]);
  assert.equal(readEpisode({}).outcome, "unknown");
  assert.deepEqual([lasted(40), lasted(840), lasted(7500)], ["40 s", "14 min", "2 h 5 min"]);
});
