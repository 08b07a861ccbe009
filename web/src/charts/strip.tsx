// What is a whole made of? One bar from edge to edge, its stretches named; what is left of the whole stays empty.
import { grouped, percent } from "../components/wording.ts";
import { ChartFrame, seriesOf } from "./chart-frame.tsx";

export interface Stretch {
  name: string;
  value: number;
}

interface StripProps {
  title: string;
  parts: readonly Stretch[];
  /** The whole; the sum of the parts when left out. */
  total?: number;
  /** What the empty rest is called. */
  rest?: string;
  /** What is counted: “tokens”. */
  unit: string;
}

const HEIGHT = 26;
/** A stretch narrower than this has no room for its own number. */
const LEAST_FOR_NUMBER = 34;

export function Strip({ title, parts, total, rest = "free", unit }: StripProps) {
  const sum = parts.reduce((all, part) => all + part.value, 0);
  const whole = Math.max(total ?? sum, sum, 1);
  const share = (value: number) => percent(value / whole);
  const left = whole - sum;
  const told = [...parts, ...(left > 0 && total !== undefined ? [{ name: rest, value: left }] : [])];
  return (
    <ChartFrame
      title={title}
      summary={`${told.map((part) => `${part.name} ${grouped(part.value)} (${share(part.value)})`).join(", ")} of ${grouped(whole)} ${unit}.`}
      numbers={{ head: ["part", unit, "share"], rows: told.map((part) => [part.name, part.value, share(part.value)]) }}
      draw={(width) => <Bar parts={parts} whole={whole} width={width} />}
      legend={parts.map((part) => part.name)}
    />
  );
}

function Bar({ parts, whole, width }: { parts: readonly Stretch[]; whole: number; width: number }) {
  let from = 0;
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true">
      <rect class="strip-ground" width={width} height={HEIGHT} rx={4} />
      {parts.map((part, index) => {
        const start = from;
        const size = (part.value / whole) * width;
        from += size;
        return (
          <g key={part.name} data-series={seriesOf(index)}>
            <rect class="bar" x={start} width={Math.max(0, size - 1)} height={HEIGHT} rx={2}>
              <title>{`${part.name}: ${grouped(part.value)}`}</title>
            </rect>
            {size >= LEAST_FOR_NUMBER && (
              <text class="strip-number" x={start + size / 2} y={HEIGHT / 2 + 4} text-anchor="middle">
                {grouped(part.value)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
