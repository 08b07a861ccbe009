// How did a record live? One line for each version, its states as stretches over time, and who followed whom.
import { spoken, shortened, written } from "../components/wording.ts";
import { recordAddress } from "../routing/addresses.ts";
import { Link } from "../routing/link.tsx";
import { toneOf } from "../components/badge.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { type Life, livesOf, type Phase, placesOf, type StateEvent, type Version } from "./lives.ts";

interface LifeLinesProps {
  versions: readonly Version[];
  events: readonly StateEvent[];
  /** The id of the version that is looked at. */
  current: string;
}

const ROW = 50;
const AXIS = 22;
const INSET = 10;
const BAR = 8;
/** About one letter of the small text. */
const CHARACTER = 6.4;

/** Oldest first; every version can be reached and followed by keys. */
export function LifeLines({ versions, events, current }: LifeLinesProps) {
  const now = Date.now();
  const lives = livesOf(versions, events, now);
  const rows = lives.flatMap(({ version, phases }) =>
    phases.map((phase) => [version.handle, spoken(phase.state), said(phase.from), untilOf(phase, now), version.statement ?? "–"]),
  );
  return (
    <ChartFrame
      title="States over time"
      summary={`${lives.length} versions; the newest is ${spoken(lives.at(-1)?.version.state ?? "unknown")}.`}
      numbers={{ head: ["version", "state", "from", "until", "statement"], rows }}
      draw={(width) => <Lines lives={lives} current={current} width={width} now={now} />}
    />
  );
}

interface LinesProps {
  lives: readonly Life[];
  current: string;
  width: number;
  now: number;
}

function Lines({ lives, current, width, now }: LinesProps) {
  const place = placesOf(lives, now);
  const x = (moment: number) => INSET + place(moment) * (width - 2 * INSET);
  const rowOf = new Map(lives.map(({ version }, index) => [version.id, index]));
  const first = Math.min(...lives.flatMap((life) => life.phases.map((phase) => phase.from)));
  return (
    <svg class="lives" width={width} height={lives.length * ROW + AXIS} role="group" aria-label="Versions, oldest first">
      {lives.map(({ version, phases }, index) => {
        const parent = rowOf.get(version.supersedes ?? "");
        const begins = x(phases[0]?.from ?? now);
        return parent === undefined ? null : (
          <path key={version.id} class="life-step" d={`M${begins} ${lineOf(parent)}V${lineOf(index)}`} aria-hidden="true" />
        );
      })}
      {lives.map((life, index) => (
        <Line key={life.version.id} life={life} index={index} count={lives.length} {...{ current, width, x }} />
      ))}
      <text class="tick" x={INSET} y={lives.length * ROW + AXIS - 6} aria-hidden="true">
        {said(first)}
      </text>
      <text class="tick" x={width - INSET} y={lives.length * ROW + AXIS - 6} text-anchor="end" aria-hidden="true">
        now
      </text>
    </svg>
  );
}

interface LineProps {
  life: Life;
  index: number;
  count: number;
  current: string;
  width: number;
  x(moment: number): number;
}

function Line({ life, index, count, current, width, x }: LineProps) {
  const { version, phases } = life;
  const y = lineOf(index);
  const text = version.statement ?? version.handle;
  return (
    <Link
      to={recordAddress(version.handle)}
      class="life"
      aria-current={version.id === current ? "true" : undefined}
      aria-label={`Version ${index + 1} of ${count}, ${spoken(version.state)}: ${text}`}
    >
      <rect class="life-ground" x={0} y={index * ROW + 2} width={width} height={ROW - 4} rx={5} />
      {phases.map((phase) => (
        <Stretch key={`${phase.state} ${phase.from}`} phase={phase} y={y} from={x(phase.from)} to={x(phase.to)} />
      ))}
      <text x={INSET} y={index * ROW + ROW - 9}>
        {shortened(`${version.handle} · ${spoken(version.state)} · ${text}`, Math.floor((width - 2 * INSET) / CHARACTER))}
      </text>
    </Link>
  );
}

function Stretch({ phase, y, from, to }: { phase: Phase; y: number; from: number; to: number }) {
  return (
    <g data-tone={toneOf(phase.state)} data-state={phase.state}>
      <title>{`${spoken(phase.state)} from ${said(phase.from)}`}</title>
      {to > from && <rect class="life-stretch" x={from} y={y - BAR / 2} width={to - from} height={BAR} rx={BAR / 2} />}
      <circle class="life-moment" cx={from} cy={y} r={BAR / 2 + 1.5} />
    </g>
  );
}

function lineOf(index: number): number {
  return index * ROW + 17;
}

function said(moment: number): string {
  return written(new Date(moment));
}

function untilOf(phase: Phase, now: number): string {
  return phase.to === now ? "now" : said(phase.to);
}
