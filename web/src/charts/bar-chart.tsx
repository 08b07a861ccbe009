// How much of each? Bars beside their names; with several parts, one bar is made of stretches.
import { grouped } from "../components/wording.ts";
import { ChartFrame, seriesOf } from "./chart-frame.tsx";

export interface Bar {
  name: string;
  /** One number for each part; a plain bar has one. */
  values: readonly number[];
}

interface BarChartProps {
  title: string;
  bars: readonly Bar[];
  /** What the parts are called; one name for a plain chart. */
  parts: readonly string[];
  /** What the names are: “kind”, “client”. */
  along: string;
}

const BAR_HEIGHT = 18;
const ROW_HEIGHT = 26;
const CHARACTER = 7;

export function BarChart({ title, bars, parts, along }: BarChartProps) {
  const largest = bars.reduce<Bar | undefined>((best, bar) => (best && sum(best) >= sum(bar) ? best : bar), undefined);
  return (
    <ChartFrame
      title={title}
      summary={`${bars.length} bars${largest ? `; the largest is ${largest.name} with ${grouped(sum(largest))}` : ""}.`}
      numbers={{ head: [along, ...parts], rows: bars.map((bar) => [bar.name, ...bar.values]) }}
      legend={parts}
      draw={(width) => <Bars bars={bars} parts={parts} width={width} />}
    />
  );
}

function Bars({ bars, parts, width }: { bars: readonly Bar[]; parts: readonly string[]; width: number }) {
  const most = Math.max(1e-9, ...bars.map(sum));
  const longest = Math.max(0, ...bars.map((bar) => bar.name.length));
  const left = Math.min(longest * CHARACTER + 12, width * 0.4);
  const right = Math.max(...bars.map((bar) => grouped(sum(bar)).length), 1) * CHARACTER + 12;
  const room = Math.max(20, width - left - right);
  return (
    <svg width={width} height={bars.length * ROW_HEIGHT} aria-hidden="true">
      {bars.map((bar, row) => (
        <g key={bar.name} transform={`translate(0 ${row * ROW_HEIGHT})`}>
          <text x={left - 8} y={ROW_HEIGHT / 2 + 4} text-anchor="end">
            {bar.name.length * CHARACTER > left ? `${bar.name.slice(0, Math.floor(left / CHARACTER) - 2)}…` : bar.name}
            <title>{bar.name}</title>
          </text>
          <Stretches bar={bar} parts={parts} left={left} scale={room / most} />
          <text class="tick" x={left + (sum(bar) / most) * room + 6} y={ROW_HEIGHT / 2 + 4}>
            {grouped(sum(bar))}
          </text>
        </g>
      ))}
    </svg>
  );
}

interface StretchesProps {
  bar: Bar;
  parts: readonly string[];
  left: number;
  /** Pixels for one unit. */
  scale: number;
}

function Stretches({ bar, parts, left, scale }: StretchesProps) {
  let from = left;
  return (
    <>
      {bar.values.map((value, index) => {
        const start = from;
        from += value * scale;
        return (
          <g key={parts[index] ?? index} data-series={seriesOf(index)}>
            <rect class="bar" x={start} y={(ROW_HEIGHT - BAR_HEIGHT) / 2} width={Math.max(0, value * scale)} height={BAR_HEIGHT} rx={2}>
              <title>{`${bar.name}: ${parts[index] ?? ""} ${grouped(value)}`}</title>
            </rect>
          </g>
        );
      })}
    </>
  );
}

function sum(bar: Bar): number {
  return bar.values.reduce((total, value) => total + value, 0);
}
