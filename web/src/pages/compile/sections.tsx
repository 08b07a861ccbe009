// How is the room used? The budget as a gauge, and the tokens of each section as one bar.
import { Strip } from "../../charts/strip.tsx";
import { Badge, type Tone } from "../../components/badge.tsx";
import { Figures } from "../../components/panel.tsx";
import { counted, grouped, percent, spoken } from "../../components/wording.ts";
import type { CompileResult } from "../../contract.ts";
import type { Baseline } from "./use-compiled.ts";

const TONES: Record<CompileResult["match"], Tone> = {
  strong_match: "good",
  weak_match: "warn",
  no_match: "bad",
  standing: "accent",
};

export function Summary({ result, baseline }: { result: CompileResult; baseline: Baseline | undefined }) {
  const used = result.tokens / result.token_budget;
  return (
    <Figures
      figures={[
        {
          label: "Tokens",
          value: (
            <>
              {grouped(result.tokens)}
              <Gauge share={used} />
            </>
          ),
          note: `${percent(used)} of ${grouped(result.token_budget)}${result.exact ? "" : ", an upper bound"}`,
        },
        {
          label: "Lines",
          value: grouped(result.lines.length),
          note: `${counted(result.sections.length, "section")}, ${counted(result.characters, "character")}`,
        },
        {
          label: "Does memory answer?",
          value: <Badge tone={TONES[result.match]}>{spoken(result.match)}</Badge>,
          note: result.match === "standing" ? "No task: what holds for every one" : `${percent(result.sureness)} sure`,
        },
        { label: "Prompt cache would hit", ...cacheFigure(result, baseline) },
        { label: "Written for", value: spoken(result.model), note: result.format },
      ]}
    />
  );
}

function cacheFigure(result: CompileResult, baseline: Baseline | undefined) {
  const share = (tokens: number) => percent(tokens / Math.max(1, result.tokens));
  if (baseline && result.unchanged) {
    return {
      value: share(result.unchanged.tokens),
      note: `${grouped(result.unchanged.tokens)} of ${grouped(result.tokens)} tokens are as in the earlier context`,
    };
  }
  return {
    value: `≥ ${share(result.prefix.tokens)}`,
    note: `${grouped(result.prefix.tokens)} tokens at the beginning are the same for every task`,
  };
}

function Gauge({ share }: { share: number }) {
  return (
    <svg class="budget-gauge" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect class="strip-ground" width="100" height="4" />
      <rect class="budget-gauge-used" width={Math.min(100, share * 100)} height="4" />
    </svg>
  );
}

export function Sections({ result }: { result: CompileResult }) {
  const parts = result.sections.map((section) => ({ name: section.title, value: section.tokens }));
  return <Strip title="Tokens per section" parts={parts} total={result.tokens} rest="Envelope" unit="tokens" />;
}
