// Which budget does a place on the slider mean? Pure: small budgets are told apart as finely as large ones.

export const LEAST = 200;
export const MOST = 100_000;
/** What clients commonly have: a hook's answer, a small window, a share of a large one. */
export const PRESETS = [1000, 2400, 8000, 20_000] as const;
/** How finely the slider moves: each step is a sixth more, so that none is lost when its budget is rounded. */
export const STEPS = 40;

/** The budget at a place from 0 to `STEPS`, in two digits that count. */
export function budgetAt(place: number): number {
  const exact = LEAST * (MOST / LEAST) ** (Math.min(STEPS, Math.max(0, place)) / STEPS);
  return Number(exact.toPrecision(2));
}

export function placeOf(budget: number): number {
  const within = Math.min(MOST, Math.max(LEAST, budget));
  return Math.round((Math.log(within / LEAST) / Math.log(MOST / LEAST)) * STEPS);
}
