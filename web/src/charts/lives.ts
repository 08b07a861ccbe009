// How did the versions of a record live? Pure: versions and events in, stretches of states and their places out.

export interface Version {
  id: string;
  handle: string;
  state: string;
  statement?: string | undefined;
  recorded_at: string;
  closed_at?: string | undefined;
  supersedes?: string | undefined;
}

export interface StateEvent {
  at: string;
  record_id: string;
  after?: string | undefined;
}

export interface Phase {
  state: string;
  from: number;
  to: number;
}

export interface Life {
  version: Version;
  phases: Phase[];
}

/** What is neither used nor waiting: its line ends where it got there. */
const OVER = ["superseded", "tombstoned"];

export function livesOf(versions: readonly Version[], events: readonly StateEvent[], now: number): Life[] {
  return versions.map((version) => {
    const own = events
      .filter((event) => event.record_id === version.id && event.after)
      .map((event) => ({ at: time(event.at), state: event.after as string }))
      .sort((one, other) => one.at - other.at);
    // An old journal may have been pruned: the record itself says when it began and how it stands.
    const steps = own.length ? own : [{ at: time(version.recorded_at), state: version.state }];
    const phases: Phase[] = [];
    for (const step of steps) {
      const last = phases.at(-1);
      if (last?.state === step.state) continue;
      if (last) last.to = step.at;
      phases.push({ state: step.state, from: step.at, to: OVER.includes(step.state) ? step.at : now });
    }
    return { version, phases };
  });
}

/** Returns where each moment stands between 0 and 1: half by the clock, half one step after another. */
export function placesOf(lives: readonly Life[], now: number): (moment: number) => number {
  const moments = [...new Set([...lives.flatMap((life) => life.phases.map((phase) => phase.from)), now])].sort((one, other) => one - other);
  const [first, last] = [moments[0] ?? now, moments.at(-1) ?? now];
  const places = new Map(
    moments.map((moment, index) => {
      const even = moments.length > 1 ? index / (moments.length - 1) : 0;
      const clock = last > first ? (moment - first) / (last - first) : 0;
      return [moment, (even + clock) / 2];
    }),
  );
  return (moment) => places.get(moment) ?? 1;
}

function time(iso: string): number {
  return new Date(iso).getTime();
}
