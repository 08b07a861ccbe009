// How much of a context stays as it was? The standing context of past moments, each against the one before.
import { CurveChart } from "../../charts/curve-chart.tsx";
import { Button } from "../../components/button.tsx";
import { DAY_MS } from "../../components/moments.ts";
import { Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { percent } from "../../components/wording.ts";
import { type Seen, shareCurve, shareOfAll, type Step } from "./foresight.ts";
import { dayOf } from "./over-time.ts";
import { useForesight } from "./use-foresight.ts";

interface CacheProps {
  step: Step | "";
  onStep(step: Step | ""): void;
}

const STEPS: readonly { step: Step; label: string }[] = [
  { step: "day", label: "The last 8 days" },
  { step: "week", label: "The last 8 weeks" },
];

export function Cache({ step, onStep }: CacheProps) {
  const { seen, wanted, error } = useForesight(step);
  return (
    <Panel title="Cache-hit prediction">
      <div class="stack">
        <p>
          A prompt cache hits the beginning of a context that is the same as before. Compiles what a session would have
          started with at past moments, and compares each with the one before.
        </p>
        <div class="row" role="group" aria-label="Compare">
          {STEPS.map((one) => (
            <Button key={one.step} aria-pressed={step === one.step} onClick={() => onStep(step === one.step ? "" : one.step)}>
              {one.label}
            </Button>
          ))}
        </div>
        <Problem error={error} />
        {step && !error && <Progress seen={seen.length} wanted={wanted} share={shareOfAll(seen)} />}
        {seen.length > 1 && seen.length === wanted && <Shares seen={seen} />}
      </div>
    </Panel>
  );
}

function Progress({ seen, wanted, share }: { seen: number; wanted: number; share: number | undefined }) {
  const done = wanted > 0 && seen === wanted;
  return (
    <div role="status" class="row">
      {done && share !== undefined && (
        <p>
          <strong>{percent(share)}</strong> of the tokens would have been hit.
        </p>
      )}
      {!done && (
        <>
          <progress aria-label="Contexts compiled" value={seen} max={wanted || 1} /> {seen} of {wanted} contexts
        </>
      )}
    </div>
  );
}

function Shares({ seen }: { seen: readonly Seen[] }) {
  return (
    <CurveChart
      title="Share of tokens that a cache would have hit"
      curves={[shareCurve(seen)]}
      along="day"
      say={dayOf}
      unit={DAY_MS}
      top={1}
    />
  );
}
