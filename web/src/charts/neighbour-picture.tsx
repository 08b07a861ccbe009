// What is it connected with? A bounded picture of typed relations: what it rests on to the left, what rests on it to the right.
import { Link } from "../routing/link.tsx";
import { recordAddress } from "../routing/addresses.ts";
import { shortened, spoken } from "../components/wording.ts";

export interface Neighbour {
  id: string;
  label: string;
  type: string;
  /** Whether it is a record that can be shown. */
  record: boolean;
}

interface NeighbourPictureProps {
  centre: string;
  left: readonly Neighbour[];
  right: readonly Neighbour[];
}

const ROW = 40;
const HALF = 260;
const MOST_CHARACTERS = 34;

/** Draws one step of relations, and tells the same as a list. */
export function NeighbourPicture({ centre, left, right }: NeighbourPictureProps) {
  const height = Math.max(1, left.length, right.length) * ROW + 20;
  // A side without anything takes no room.
  const [from, to] = [left.length ? 0 : HALF, right.length ? HALF * 3 : HALF * 2];
  return (
    <>
      <div class="graph-scroll" aria-hidden="true">
        <svg class="neighbours" viewBox={`${from} 0 ${to - from} ${height}`} width={to - from} height={height}>
          <Side neighbours={left} height={height} x={0} edge={[HALF - 20, HALF]} />
          <Side neighbours={right} height={height} x={HALF * 2} edge={[HALF * 2, HALF * 2 - 20]} />
          <Box x={HALF} y={height / 2} label={centre} main />
        </svg>
      </div>
      <div class="neighbour-lists">
        <List title="Rests on" neighbours={left} />
        <List title="Rests on it" neighbours={right} />
      </div>
    </>
  );
}

interface SideProps {
  neighbours: readonly Neighbour[];
  height: number;
  x: number;
  /** Where a line leaves the neighbour and where it meets the middle. */
  edge: [number, number];
}

function Side({ neighbours, height, x, edge }: SideProps) {
  return (
    <>
      {neighbours.map((neighbour, index) => {
        const y = ((index + 0.5) * height) / neighbours.length;
        const [from, to] = edge;
        const middle = (from + to) / 2;
        return (
          <g key={neighbour.id + neighbour.type}>
            <path class="edge" d={`M${from} ${y}C${middle} ${y} ${middle} ${height / 2} ${to} ${height / 2}`} />
            <Box x={x} y={y} label={neighbour.label} note={spoken(neighbour.type)} />
          </g>
        );
      })}
    </>
  );
}

function Box({ x, y, label, note, main = false }: { x: number; y: number; label: string; note?: string; main?: boolean }) {
  return (
    <g transform={`translate(${x} ${y - 16})`}>
      <rect class="node" data-main={main} width={HALF - 20} height="32" rx="6" />
      <text x="10" y={note ? 14 : 20}>
        {shortened(label, MOST_CHARACTERS)}
      </text>
      {note && (
        <text class="tick" x="10" y="27">
          {note}
        </text>
      )}
    </g>
  );
}

function List({ title, neighbours }: { title: string; neighbours: readonly Neighbour[] }) {
  if (neighbours.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {neighbours.map((neighbour) => (
          <li key={neighbour.id + neighbour.type}>
            <span class="faint">{spoken(neighbour.type)}</span>{" "}
            {neighbour.record ? <Link to={recordAddress(neighbour.id)}>{neighbour.label}</Link> : <code>{neighbour.label}</code>}
          </li>
        ))}
      </ul>
    </section>
  );
}
