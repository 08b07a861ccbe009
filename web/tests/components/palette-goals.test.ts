// Does the palette offer what was meant?
import assert from "node:assert/strict";
import { test } from "node:test";
import { goalsOf } from "../../src/components/palette-goals.ts";
import type { HitView, RecordView } from "../../src/contract.ts";
import type { Page } from "../../src/pages/page.ts";

const PAGES = ["Records", "Inbox", "Search lab"].map((title) => ({
  title,
  path: title === "Search lab" ? "/search" : `/${title.toLowerCase()}`,
  icon: "",
})) as unknown as Page[];
const HIT = { type: "record", id: "rec_1", handle: "k3v9qd2a", text: "Payments are matched", kind: "fact" } as HitView;
const EVIDENCE = { ...HIT, type: "evidence" } as HitView;
const RECENT = { handle: "h2c8rt5n", statement: "Newest", kind: "known_issue" } as RecordView;

test("offers pages and what was recorded last when nothing is typed", () => {
  const goals = goalsOf("", PAGES, [], [RECENT]);
  assert.deepEqual(goals.map((goal) => goal.to), ["/records", "/inbox", "/search", "/records/h2c8rt5n"]);
  assert.equal(goals.at(-1)?.kind, "known issue");
});

test("offers the pages that fit, then the hits, then the search lab", () => {
  const goals = goalsOf("rec", PAGES, [HIT, EVIDENCE], [RECENT]);
  assert.deepEqual(goals.map((goal) => goal.to), ["/records", "/records/k3v9qd2a", "/search?q=rec"]);
});
