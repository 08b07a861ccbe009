// Are the places of the arms told apart?
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HitView } from "../../../src/contract.ts";
import { armRows, arrow, moved } from "../../../src/pages/search/arms.ts";

const hit = (id: string, rank: number) => ({ id, rank, type: "record", text: id }) as HitView;

test("items come in the order of the first arm, then what others found", () => {
  const rows = armRows([
    ["hybrid", [hit("a", 1), hit("b", 2)]],
    ["lexical", [hit("c", 1), hit("a", 2), hit("a", 5)]],
  ]);
  assert.deepEqual(
    rows.map((row) => [row.hit.id, row.places]),
    [
      ["a", { hybrid: 1, lexical: 2 }],
      ["b", { hybrid: 2 }],
      ["c", { lexical: 1 }],
    ],
  );
});

test("a move says how many places higher it stands", () => {
  assert.equal(arrow(moved(1, 3)), "↑2");
  assert.equal(arrow(moved(4, 3)), "↓1");
  assert.equal(arrow(moved(3, 3)), "=");
  assert.equal(arrow(moved(undefined, 3)), "");
});
