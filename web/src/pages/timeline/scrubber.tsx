// To which moment? A slider over the project's life, with how much was written when, and a field for the exact minute.
import { useMemo } from "preact/hooks";
import { useOperation } from "../../api/use-operation.ts";
import { ChartFrame } from "../../charts/chart-frame.tsx";
import { Button } from "../../components/button.tsx";
import { MomentField } from "../../components/moment-field.tsx";
import { Problem } from "../../components/problem.tsx";
import { counted, written } from "../../components/wording.ts";
import type { Bucket } from "../../contract.ts";
import { useDraft } from "../../state/draft.ts";
import { momentOf, shareOf, stopOf, type Stops, stopsOf } from "./moments.ts";

interface ScrubberProps {
  /** A moment in UTC; empty for now. */
  at: string;
  onMove(at: string): void;
}

const HEIGHT = 44;
/** The thumb of the slider does not reach the edges: neither do the marks. */
const INSET = 8;

export function Scrubber({ at, onMove }: ScrubberProps) {
  // Counted once: a write more changes nothing that a person would notice in a year of days.
  const { data, error, reload } = useOperation("metrics", { range: "all", bucket: "day", growth: false }, { live: false });
  const first = data?.writes[0]?.start;
  const stops = useMemo(() => stopsOf(first, new Date()), [first]);
  return (
    <section class="panel scrubber" aria-label="Moment">
      <Problem error={error} onRetry={reload} />
      <Marks stops={stops} writes={data?.writes ?? []} at={at} />
      <Slider stops={stops} at={at} onMove={onMove} />
      <div class="scrubber-fields">
        <MomentField label="Look at this moment" value={at} onValue={onMove} />
        <p class="lead">{at ? `What the store knew on ${written(new Date(at))}` : "What the store knows now"}</p>
        {at && <Button onClick={() => onMove("")}>Back to now</Button>}
      </div>
    </section>
  );
}

function Slider({ stops, at, onMove }: ScrubberProps & { stops: Stops }) {
  const held = stopOf(stops, at);
  // While the thumb is dragged only the words follow it; the address changes where it comes to rest.
  const [stop, setStop] = useDraft(held);
  const moment = momentOf(stops, stop);
  return (
    <input
      type="range"
      class="slider"
      aria-label="Moment"
      aria-valuetext={moment ? written(new Date(moment)) : "now"}
      title={moment ? written(new Date(moment)) : "now"}
      min={0}
      max={stops.last}
      step={1}
      value={stop}
      onInput={(event) => setStop(Number(event.currentTarget.value))}
      onChange={(event) => onMove(momentOf(stops, Number(event.currentTarget.value)))}
    />
  );
}

interface MarksProps {
  stops: Stops;
  writes: readonly Bucket[];
  at: string;
}

function Marks({ stops, writes, at }: MarksProps) {
  const most = Math.max(1, ...writes.map((bucket) => bucket.writes));
  const total = writes.reduce((sum, bucket) => sum + bucket.writes, 0);
  return (
    <ChartFrame
      title="Writes a day"
      summary={`${counted(total, "write")} on ${counted(writes.length, "day")}.`}
      numbers={{ head: ["day", "writes"], rows: writes.map((bucket) => [bucket.start, bucket.writes]).toReversed() }}
      draw={(width) => {
        const x = (share: number) => INSET + share * (width - 2 * INSET);
        return (
          <svg width={width} height={HEIGHT} aria-hidden="true" data-series={1}>
            {writes.map((bucket) => {
              const share = shareOf(stops, bucket.start);
              const height = 3 + (HEIGHT - 3) * Math.sqrt(bucket.writes / most);
              return (
                share !== undefined && (
                  <rect key={bucket.start} class="bar" x={x(share) - 1.5} y={HEIGHT - height} width={3} height={height} rx={1}>
                    <title>{`${bucket.start}: ${counted(bucket.writes, "write")}`}</title>
                  </rect>
                )
              );
            })}
            {at && <line class="scrubber-now" x1={x(shareNow(stops, at))} x2={x(shareNow(stops, at))} y1={0} y2={HEIGHT} />}
          </svg>
        );
      }}
    />
  );
}

function shareNow(stops: Stops, at: string): number {
  return stopOf(stops, at) / stops.last;
}
