// What would an agent be told, and why? A task and a budget in; the exact text, its reasons and what is missing out.
import type { Answer } from "../../api/call.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { Loading, Problem } from "../../components/problem.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useQuery } from "../../routing/query.ts";
import { ASKED, type Asked, type ChangeAsked } from "./asking.ts";
import { Compare } from "./compare.tsx";
import { Findings, findingsOf } from "./findings.tsx";
import { Form } from "./form.tsx";
import { LinesView } from "./lines.tsx";
import { ManifestView } from "./manifest.tsx";
import { Omitted } from "./omitted.tsx";
import { Sections, Summary } from "./sections.tsx";
import { TextView } from "./text-view.tsx";
import { type Compiled, useCompiled } from "./use-compiled.ts";

export function Compile() {
  const [asked, change] = useQuery(ASKED);
  const compiled = useCompiled(asked);
  const usual = asked.budget === 0 ? compiled.data?.token_budget : undefined;
  return (
    <>
      <PageHeader title="Compile preview" lead="What an agent would be handed for a task: the exact text, and why." />
      <Loading active={compiled.loading} label="Compiling" />
      <div class="stack">
        <Form asked={asked} onChange={change} onAgain={compiled.reload} busy={compiled.loading} usualBudget={usual} />
        <Problem error={compiled.error} onRetry={compiled.reload} />
        {compiled.answer && !compiled.error && <Result compiled={compiled} asked={asked} onChange={change} />}
      </div>
    </>
  );
}

interface ResultProps {
  compiled: Compiled;
  asked: Asked;
  onChange: ChangeAsked;
}

function Result({ compiled, asked, onChange }: ResultProps) {
  const { answer, baseline } = compiled;
  if (!answer) return null;
  const result = answer.data;
  return (
    <>
      <Summary result={result} baseline={baseline} />
      <Sections result={result} />
      <Tabs
        label="Views of the context"
        tabs={[
          { name: "text", label: "Text" },
          { name: "lines", label: "Why each line", count: result.lines.length },
          { name: "omitted", label: "Left out", count: result.omitted.length },
          { name: "findings", label: "Worth a look", count: findingsOf(answer) },
          { name: "compare", label: "Compare" },
          { name: "manifest", label: "Manifest" },
        ]}
        chosen={asked.view}
        onChoose={(view) => onChange({ view })}
      >
        <View answer={answer} baseline={baseline} asked={asked} onChange={onChange} />
      </Tabs>
    </>
  );
}

interface ViewProps {
  answer: Answer<"compile">;
  baseline: Compiled["baseline"];
  asked: Asked;
  onChange: ChangeAsked;
}

function View({ answer, baseline, asked, onChange }: ViewProps) {
  const result = answer.data;
  switch (asked.view) {
    case "text":
      return <TextView result={result} asked={asked} onChange={onChange} />;
    case "lines":
      return <LinesView result={result} asked={asked} onChange={onChange} />;
    case "omitted":
      return <Omitted result={result} asked={asked} onChange={onChange} />;
    case "findings":
      return <Findings answer={answer} />;
    case "compare":
      return <Compare result={result} baseline={baseline} />;
    case "manifest":
      return <ManifestView result={result} onChange={onChange} />;
  }
}
