// Is every budget within reach of the slider?
import assert from "node:assert/strict";
import { test } from "node:test";
import { budgetAt, LEAST, MOST, placeOf, PRESETS, STEPS } from "../../../src/pages/compile/budgets.ts";

test("the ends of the slider are the least and the most", () => {
  assert.equal(budgetAt(0), LEAST);
  assert.equal(budgetAt(STEPS), MOST);
  assert.equal(budgetAt(STEPS + 50), MOST);
});

test("every step of the slider leads on: a key is never pressed in vain", () => {
  for (let place = 0; place <= STEPS; place += 1) assert.equal(placeOf(budgetAt(place)), place);
});

test("a budget goes to its place and nearly back", () => {
  for (const preset of PRESETS) {
    const back = budgetAt(placeOf(preset));
    assert.ok(Math.abs(back - preset) / preset < 0.1, `${preset} became ${back}`);
  }
});

test("a budget beyond the ends stands at the end", () => {
  assert.equal(placeOf(1), 0);
  assert.equal(placeOf(10_000_000), STEPS);
});
