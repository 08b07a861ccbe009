// Which words differ between two texts? Pure: two texts in, stretches out, bounded so that no text freezes the page.
import { diffLines, diffWordsWithSpace } from "diff";

export interface Stretch {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Longer texts are compared by lines: word by word would cost seconds. */
const MOST_FOR_WORDS = 20_000;
/** The effort after which two texts count as wholly different. */
const MOST_EDITS = 4000;

/** Word by word, or line by line where lines are what one reads: lists, listings, contexts. */
export function compare(before: string, after: string, by: "words" | "lines" = "words"): Stretch[] {
  const bounded = { maxEditLength: MOST_EDITS };
  const short = by === "words" && before.length + after.length <= MOST_FOR_WORDS;
  const parts = short ? diffWordsWithSpace(before, after, bounded) : diffLines(before, after, bounded);
  if (!parts) {
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  }
  return parts.map((part) => ({
    kind: part.added ? "added" : part.removed ? "removed" : "same",
    text: part.value,
  }));
}

/** Keeps what one side of a comparison shows. */
export function sideOf(stretches: readonly Stretch[], side: "before" | "after"): Stretch[] {
  const left = side === "before" ? "added" : "removed";
  return stretches.filter((stretch) => stretch.kind !== left);
}
