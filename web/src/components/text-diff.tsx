// What changed in a text? Both versions beside each other, or one text with its changes; words, not letters.
import { useMemo } from "preact/hooks";
import { compare, sideOf, type Stretch } from "./words.ts";

interface TextDiffProps {
  before: string | undefined;
  after: string | undefined;
  /** `sides` puts them beside each other (below each other on a phone). */
  layout?: "sides" | "inline";
  titles?: [before: string, after: string];
  /** Lines for lists and listings, words for sentences. */
  by?: "words" | "lines";
}

export function TextDiff({ before = "", after = "", layout = "inline", titles = ["Before", "After"], by = "words" }: TextDiffProps) {
  const stretches = useMemo(() => compare(before, after, by), [before, after, by]);
  if (layout === "inline") {
    return (
      <div class="diff" data-layout="inline">
        <Stretches stretches={stretches} />
      </div>
    );
  }
  return (
    <div class="diff" data-layout="sides">
      <section aria-label={titles[0]}>
        <p class="diff-title">{titles[0]}</p>
        <Stretches stretches={sideOf(stretches, "before")} />
      </section>
      <section aria-label={titles[1]}>
        <p class="diff-title">{titles[1]}</p>
        <Stretches stretches={sideOf(stretches, "after")} />
      </section>
    </div>
  );
}

/** The pieces of a comparison as they stand in a text. */
export function Stretches({ stretches }: { stretches: readonly Stretch[] }) {
  return (
    <p class="diff-text">
      {stretches.map((stretch, index) => {
        if (stretch.kind === "added") return <ins key={index}>{stretch.text}</ins>;
        if (stretch.kind === "removed") return <del key={index}>{stretch.text}</del>;
        return <span key={index}>{stretch.text}</span>;
      })}
    </p>
  );
}

/** A diff that was written elsewhere (git's), line by line. */
export function UnifiedDiff({ text }: { text: string }) {
  return (
    <pre class="unified" tabIndex={0}>
      {text.split("\n").map((line, index) => (
        <span key={index} data-mark={markOf(line)}>
          {`${line}\n`}
        </span>
      ))}
    </pre>
  );
}

function markOf(line: string): string | undefined {
  if (line.startsWith("@@")) return "place";
  if (line.startsWith("+")) return "added";
  if (line.startsWith("-")) return "removed";
  return undefined;
}
