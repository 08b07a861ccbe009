// Does the search lab ask for what its address says?
import assert from "node:assert/strict";
import { test } from "node:test";
import { ASKED, optionsSet, searchParams } from "../../../src/pages/search/asking.ts";
import { readQuery } from "../../../src/routing/query.ts";

test("asks for the question, explained", () => {
  const params = searchParams(readQuery(ASKED, "?q=+payments+&arms=dense&group=subject"));
  assert.equal(params.query, "payments");
  assert.equal(params.arms, "dense");
  assert.equal(params.group_by, "subject");
  assert.deepEqual(params.states, ["live"]);
  assert.equal(params.explain, true);
});

test("an arm is chosen only where there are two", () => {
  const asked = readQuery(ASKED, "?q=a&mode=exact&arms=dense");
  assert.equal(searchParams(asked).arms, "hybrid");
  assert.equal(searchParams(readQuery(ASKED, "?q=a"), "lexical").arms, "lexical");
});

test("the options that are set are counted", () => {
  assert.equal(optionsSet(readQuery(ASKED, "?q=a")), 0);
  assert.equal(optionsSet(readQuery(ASKED, "?q=a&states=archived&kinds=fact")), 2);
});
