// Why does it stand where it stands? The parts of a score as a small bar, and as a table.
import { laidOut, reach, signed, tellingParts } from "./score.ts";
import { spoken } from "./wording.ts";

type Parts = Record<string, number> | undefined;

/** Parts have the same colour in every bar, in the order in which they were first thought of. */
const COLOURS: Record<string, number> = {
  words: 1,
  phrases: 2,
  likeness: 3,
  link: 4,
  standing: 5,
  beside_words: 1,
  beside_likeness: 3,
  group_words: 2,
  group_likeness: 4,
};
const OTHER = 6;

interface ScoreBarProps {
  parts: Parts;
  /** How far the bars beside it reach, so that they can be compared; its own reach when left out. */
  scale?: readonly [number, number];
}

/** A bar to both sides of zero; read aloud as its parts. */
export function ScoreBar({ parts, scale = reach([parts]) }: ScoreBarProps) {
  const told = tellingParts(parts);
  if (told.length === 0) return <span class="faint">–</span>;
  const { zero, drawn } = laidOut(told, scale);
  const sentence = told.map((part) => `${spoken(part.name)} ${signed(part.value)}`).join(", ");
  return (
    <svg class="score-bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={sentence}>
      <title>{sentence}</title>
      {drawn.map((part) => (
        <rect
          key={part.name}
          class="bar"
          data-series={COLOURS[part.name] ?? OTHER}
          data-below={part.value < 0}
          x={part.from * 100}
          width={part.length * 100}
          height="10"
        />
      ))}
      <line class="score-zero" x1={zero * 100} x2={zero * 100} y1="0" y2="10" />
    </svg>
  );
}

/** The same numbers, exactly. */
export function ScoreTable({ parts, caption = "Parts of the score" }: { parts: Parts; caption?: string }) {
  const told = Object.entries(parts ?? {}).sort(([, one], [, other]) => Math.abs(other) - Math.abs(one));
  if (told.length === 0) return null;
  return (
    <table class="score-table">
      <caption>{caption}</caption>
      <tbody>
        {told.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">
              <span class="score-dot" data-series={COLOURS[name] ?? OTHER} aria-hidden="true" />
              {spoken(name)}
            </th>
            <td data-kind="number">{signed(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
