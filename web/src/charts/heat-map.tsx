// When was something going on? One square for each day, a column for each week, darker where more happened.
import { useRef, useState } from "preact/hooks";
import { counted } from "../components/wording.ts";
import { Link } from "../routing/link.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { dayBeside, levelOf, usualMost, weeksOf } from "./weeks.ts";

interface HeatMapProps {
  title: string;
  /** How much happened on a day, by its date (`2026-11-16`). */
  days: ReadonlyMap<string, number>;
  /** The last day that is shown. */
  until: string;
  /** What is counted: “write”. */
  unit: string;
  /** Where a day leads. */
  linkOf(day: string): string;
}

const CELLS = { least: 14, most: 19 };
const LABELS = 30;
const MOST_WEEKS = 53;

export function HeatMap({ title, days, until, unit, linkOf }: HeatMapProps) {
  const total = [...days.values()].reduce((sum, value) => sum + value, 0);
  const busiest = [...days].reduce<[string, number]>((best, day) => (day[1] > best[1] ? day : best), ["", 0]);
  const rows = [...days].filter(([, value]) => value > 0).sort(([one], [other]) => (one < other ? 1 : -1));
  return (
    <ChartFrame
      title={title}
      summary={`${counted(total, unit)} in all${busiest[1] ? `; the busiest day was ${busiest[0]} with ${busiest[1]}` : ""}.`}
      numbers={{ head: ["day", `${unit}s`], rows }}
      draw={(width) => <Squares {...{ days, until, unit, linkOf, width }} most={usualMost([...days.values()])} />}
    />
  );
}

type SquaresProps = Omit<HeatMapProps, "title"> & { width: number; most: number };

/** One day at a time can be reached by Tab; arrows move to the others, Enter follows. */
function Squares({ days, until, unit, linkOf, width, most }: SquaresProps) {
  const [chosen, choose] = useState(until);
  const box = useRef<SVGSVGElement>(null);
  const count = Math.max(4, Math.min(MOST_WEEKS, Math.floor((width - LABELS) / CELLS.least)));
  const cell = Math.min(CELLS.most, Math.floor((width - LABELS) / count));
  const weeks = weeksOf(until, count);
  const told = (day: string) => `${day}: ${counted(days.get(day) ?? 0, unit)}`;
  const reached = weeks.flat().includes(chosen) ? chosen : until;
  const move = (event: KeyboardEvent) => {
    const next = dayBeside(event.key, reached, weeks);
    if (!next) return;
    event.preventDefault();
    choose(next);
    box.current?.querySelector<SVGAElement>(`[data-day="${next}"]`)?.focus();
  };
  return (
    <>
      <svg ref={box} width={width} height={cell * 7 + 22} role="group" aria-label="Days; arrow keys move" onKeyDown={move}>
        {["Mon", "Wed", "Fri"].map((name, index) => (
          <text key={name} class="tick" x={0} y={18 + (index * 2 + 1) * cell - 4} aria-hidden="true">
            {name}
          </text>
        ))}
        {weeks.map((week, column) => (
          <g key={week[0]} transform={`translate(${LABELS + column * cell} 18)`}>
            {startsMonth(week, weeks[column - 1]) && (
              <text class="tick" y={-6} aria-hidden="true">
                {monthOf(week)}
              </text>
            )}
            {week.map((day, row) => (
              <Link
                key={day}
                to={linkOf(day)}
                aria-label={told(day)}
                data-day={day}
                tabIndex={day === reached ? 0 : -1}
                onFocus={() => choose(day)}
                onMouseEnter={() => choose(day)}
              >
                <rect
                  class="square"
                  data-level={levelOf(days.get(day) ?? 0, most)}
                  y={row * cell}
                  width={cell - 3}
                  height={cell - 3}
                  rx={2}
                />
              </Link>
            ))}
          </g>
        ))}
      </svg>
      <p class="faint" aria-hidden="true">
        {told(reached)}
      </p>
    </>
  );
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function monthOf(week: readonly string[]): string {
  return MONTHS[Number(week[0]?.slice(5, 7)) - 1] ?? "";
}

function startsMonth(week: readonly string[], before: readonly string[] | undefined): boolean {
  return before !== undefined && monthOf(week) !== monthOf(before);
}
