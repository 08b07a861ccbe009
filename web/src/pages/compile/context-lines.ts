// Which item does a line of the text come from? Pure: a text and its manifest in, the text cut into its lines out.

export interface ContextLine {
  /** From 1, as people count. */
  number: number;
  /** As it stands in the text, without the line's end. */
  text: string;
  tokens: number;
  /** What it says comes from this item; a line of the envelope has none. */
  id: string | undefined;
  section: string | undefined;
}

/** The part of a manifest that this module reads; a manifest may come from a file, so nothing is taken for granted. */
export interface Lined {
  lines?: unknown;
}

interface Entry {
  id?: unknown;
  section?: unknown;
  bytes?: unknown;
  tokens?: unknown;
}

/** Cuts a text where its manifest says that lines end; empty when the two do not belong together. */
export function contextLines(text: string, manifest: Lined): ContextLine[] {
  const whole = new TextEncoder().encode(text);
  const reader = new TextDecoder();
  const entries = entriesOf(manifest);
  if (sum(entries.map((entry) => numberOf(entry.bytes))) !== whole.length) return [];
  let from = 0;
  return entries.map((entry, index) => {
    const until = from + numberOf(entry.bytes);
    const piece = reader.decode(whole.subarray(from, until)).replace(/\n$/, "");
    from = until;
    return {
      number: index + 1,
      text: piece,
      tokens: numberOf(entry.tokens),
      id: textOf(entry.id),
      section: textOf(entry.section),
    };
  });
}

export function entriesOf(manifest: Lined): Entry[] {
  const lines = Array.isArray(manifest.lines) ? (manifest.lines as unknown[]) : [];
  return lines.filter((line): line is Entry => typeof line === "object" && line !== null);
}

export function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value ? value : undefined;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
