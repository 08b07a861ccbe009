// What is a score made of? Pure: named parts in, stretches to both sides of zero out.

export interface Part {
  name: string;
  value: number;
}

export interface Drawn extends Part {
  /** Where it begins and how long it is, in shares of the whole width. */
  from: number;
  length: number;
}

/** Less changes no place among hits. */
const TELLING = 0.005;

/** The parts that tell something, the largest first. */
export function tellingParts(parts: Record<string, number> | undefined): Part[] {
  return Object.entries(parts ?? {})
    .map(([name, value]) => ({ name, value }))
    .filter((part) => Math.abs(part.value) >= TELLING)
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
}

/** How far the parts of some scores reach below and above zero: one scale for bars that are compared. */
export function reach(scores: readonly (Record<string, number> | undefined)[]): [below: number, above: number] {
  const sums = scores.map((parts) => {
    const values = tellingParts(parts).map((part) => part.value);
    return [sum(values.filter((value) => value < 0)), sum(values.filter((value) => value > 0))] as const;
  });
  return [Math.max(0, ...sums.map(([below]) => -below)), Math.max(0, ...sums.map(([, above]) => above))];
}

/** Lays parts beside each other from zero: what adds to the right, what takes away to the left. */
export function laidOut(parts: readonly Part[], [below, above]: readonly [number, number]): { zero: number; drawn: Drawn[] } {
  const whole = below + above || 1;
  const zero = below / whole;
  let [left, right] = [zero, zero];
  const drawn = parts.map((part) => {
    const length = Math.abs(part.value) / whole;
    if (part.value < 0) left -= length;
    const from = part.value < 0 ? left : right;
    if (part.value > 0) right += length;
    return { ...part, from, length };
  });
  return { zero, drawn };
}

/** “+0.45”, “−0.02”: always with its sign. */
export function signed(value: number): string {
  const sign = value < 0 ? "−" : "+";
  return `${sign}${Math.abs(value).toFixed(2)}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
