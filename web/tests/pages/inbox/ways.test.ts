// Does every item offer what can be decided about it, under the right key?
import assert from "node:assert/strict";
import { test } from "node:test";
import { batchesOf } from "../../../src/pages/inbox/batches.ts";
import { canDefer, editOf, type Item, keyOf, titleOf, waysOf } from "../../../src/pages/inbox/ways.ts";

type Given = { id?: string; roles?: [role: string, id: string, state?: string][]; actions?: object[]; more?: object };

function item(kind: string, { id, roles = [], actions = [], more = {} }: Given): Item {
  return {
    id,
    kind,
    state: "open",
    recorded: id !== undefined,
    awake: false,
    priority: 50,
    reasons: [],
    path: [],
    differences: [],
    records: roles.map(([role, record, state = "live"]) => ({
      role,
      record: { id: record, handle: record.slice(-2), state, kind: "fact", statement: `Says ${record}.` },
    })),
    actions: actions.map((request) => ({ message: "So.", request })),
    ...more,
  } as unknown as Item;
}

const review = (action: string, more: object = {}) => ({ operation: "review", params: { action, ids: ["rev_1"], ...more } });
const SUGGESTION = item("suggestion", { id: "rev_1", roles: [["proposed", "rec_1", "suggested"]], actions: [review("accept"), review("reject")] });
const STALE = item("stale", {
  roles: [["subject", "rec_2"]],
  actions: [
    { operation: "verify", params: { ids: ["rec_2"], outcome: "holds" } },
    { operation: "set_state", params: { ids: ["rec_2"], action: "archive" } },
  ],
});
const CONFLICT = item("conflict", {
  id: "rev_1",
  roles: [["proposed", "rec_1", "suggested"], ["held", "rec_2"]],
  actions: [review("pick", { winner: "rec_1" }), review("pick", { winner: "rec_2" }), review("resolve")],
});
const DUPLICATE = item("duplicate", {
  id: "rev_1",
  roles: [["subject", "rec_1"], ["held", "rec_2"]],
  actions: [review("merge"), review("resolve")],
  more: { preferred: "rec_1" },
});

const keys = (one: Item) => waysOf(one).map(({ key, label }) => `${key} ${label}`);

test("says yes with a and no with r, whatever the question is", () => {
  assert.deepEqual(keys(SUGGESTION), ["a Accept", "r Reject"]);
  assert.deepEqual(keys(STALE), ["a Still holds", "r Take out of use"]);
  assert.deepEqual(keys(CONFLICT), ["a The new one holds", "r What is held stays", "b Let both hold"]);
  assert.deepEqual(keys(DUPLICATE), ["a Merge", "r Keep apart", "2 Merge into m:_2"]);
});

test("numbers the records of a conflict between many", () => {
  const roles: Given["roles"] = [["proposed", "rec_1"], ["held", "rec_2"], ["held", "rec_3"]];
  const many = item("conflict", { id: "rev_1", roles, actions: roles.map(([, winner]) => review("pick", { winner })) });
  assert.deepEqual(keys(many), ["1 m:_1 holds", "2 m:_2 holds", "3 m:_3 holds"]);
});

test("asks before it changes more than one record", () => {
  const asking = [...waysOf(CONFLICT), ...waysOf(DUPLICATE), ...waysOf(SUGGESTION)].filter((way) => way.asking);
  assert.deepEqual(asking.map(({ label }) => label), ["The new one holds", "What is held stays", "Merge", "Merge into m:_2"]);
});

test("merges into the record that was chosen", () => {
  assert.deepEqual(waysOf(DUPLICATE)[2]?.request.params, { action: "merge", ids: ["rev_1"], winner: "rec_2" });
});

test("closes what proposes nothing", () => {
  assert.deepEqual(keys(item("question", { id: "rev_1", actions: [review("resolve")] })), ["a Close"]);
});

test("names an item by its id, and what was only found by what it is about", () => {
  assert.equal(keyOf(SUGGESTION), "rev_1");
  assert.equal(keyOf(STALE), "stale:rec_2");
  assert.equal(titleOf(STALE), "Says rec_2.");
});

test("lets a suggestion and a stale record be said in other words, nothing else", () => {
  assert.deepEqual(editOf(SUGGESTION), { how: "accept", id: "rev_1", statement: "Says rec_1." });
  assert.deepEqual(editOf(STALE), { how: "revise", id: "rec_2", statement: "Says rec_2." });
  assert.equal(editOf(CONFLICT), undefined);
  assert.equal(editOf({ ...SUGGESTION, state: "resolved" }), undefined);
});

test("defers only what is written down and undecided", () => {
  assert.equal(canDefer(SUGGESTION), true);
  assert.equal(canDefer(STALE), false);
  assert.equal(canDefer({ ...SUGGESTION, state: "resolved" }), false);
});

test("gathers many items into few requests and leaves out what needs a winner", () => {
  const other = { ...SUGGESTION, id: "rev_2", actions: [{ message: "So.", request: { operation: "review", params: { action: "accept", ids: ["rev_2"] } } }] };
  const { batches, left } = batchesOf([SUGGESTION, STALE, other, CONFLICT], "a");
  assert.deepEqual(batches.map(({ request }) => request), [
    { operation: "review", params: { action: "accept", ids: ["rev_1", "rev_2"] } },
    { operation: "verify", params: { outcome: "holds", ids: ["rec_2"] } },
  ]);
  assert.deepEqual(left, [CONFLICT]);
});
