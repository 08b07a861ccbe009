// Where on the paper does a number lie? Round steps for an axis, and places between two edges.

/** Returns round values from 0 to at least `most`, about `wanted` of them. */
export function ticks(most: number, wanted = 4): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const size = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? 10 * power;
  const found: number[] = [];
  for (let index = 0; index === 0 || (found.at(-1) ?? 0) < most; index += 1) {
    found.push(Number((index * size).toPrecision(12)));
  }
  return found;
}

/** Returns which of many labels have room: the first, the last, and some between. */
export function shownLabels(length: number, width: number, each = 86): number[] {
  if (length <= 1) return length ? [0] : [];
  const room = Math.max(2, Math.floor(width / each));
  const stride = Math.max(1, Math.ceil((length - 1) / (room - 1)));
  const shown: number[] = [];
  for (let index = 0; index < length - 1; index += stride) shown.push(index);
  // The last is always told; the one before makes room when the two would touch.
  if (length - 1 - (shown.at(-1) ?? 0) < stride && shown.length > 1) shown.pop();
  return [...shown, length - 1];
}

/** 1200 is “1.2k” where an axis has little room. */
export function brief(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e6) return `${Number((value / 1e6).toPrecision(3))}M`;
  if (size >= 1e4) return `${Number((value / 1e3).toPrecision(3))}k`;
  return String(Number(value.toPrecision(4)));
}
