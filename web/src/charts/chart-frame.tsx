// How is a picture of numbers told to everybody? A named figure, and the same numbers as a table on request.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Button } from "../components/button.tsx";

/** The numbers behind a chart: what its table shows. */
export interface Numbers {
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

interface ChartFrameProps {
  title: string;
  /** What the picture tells, in one sentence, for those who do not see it. */
  summary: string;
  numbers: Numbers;
  legend?: readonly string[];
  /** Draws the picture at the width that there is. */
  draw(width: number): ComponentChildren;
}

const FIRST_WIDTH = 640;

export function ChartFrame({ title, summary, numbers, legend = [], draw }: ChartFrameProps) {
  const [table, setTable] = useState(false);
  const [box, width] = useWidth();
  const id = useId();
  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption id={id}>
        <strong>{title}</strong>
        <Button tone="quiet" aria-expanded={table} onClick={() => setTable(!table)}>
          {table ? "Show chart" : "Show table"}
        </Button>
      </figcaption>
      <div ref={box} class="chart-box">
        {table ? <NumberTable title={title} numbers={numbers} /> : draw(width)}
      </div>
      {!table && <p class="unseen">{summary}</p>}
      {!table && legend.length > 1 && (
        <ul class="legend" aria-hidden="true">
          {legend.map((name, index) => (
            <li key={name} data-series={seriesOf(index)} data-round={roundOf(index)}>
              {name}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}

const COLOURS = 6;

/** Colours are told apart up to six; further ones begin again. */
export function seriesOf(index: number): number {
  return (index % COLOURS) + 1;
}

/** How often the colours have begun again: what has a colour for the second time is dashed. */
export function roundOf(index: number): number {
  return Math.floor(index / COLOURS);
}

function NumberTable({ title, numbers }: { title: string; numbers: Numbers }) {
  return (
    <div class="table-scroll chart-table" tabIndex={0} role="region" aria-label={`${title}, as a table`}>
      <table>
        <caption class="unseen">{title}</caption>
        <thead>
          <tr>
            {numbers.head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbers.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, place) => (
                <td key={place} data-kind={typeof cell === "number" ? "number" : undefined}>
                  {typeof cell === "number" ? cell.toLocaleString("en-GB", { maximumFractionDigits: 3 }) : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    if (!box.current) return undefined;
    const watch = new ResizeObserver(([entry]) => entry && setWidth(Math.max(200, Math.floor(entry.contentRect.width))));
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return [box, width] as const;
}
