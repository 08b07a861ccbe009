// Why is each line there? All of them in one table: reason, score, freshness, room.
import { useMemo } from "preact/hooks";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Facet } from "../../components/facets.tsx";
import { ItemHandle } from "../../components/item-handle.tsx";
import { Empty } from "../../components/problem.tsx";
import { reach } from "../../components/score.ts";
import { ScoreBar } from "../../components/score-parts.tsx";
import type { CompileResult, LineView } from "../../contract.ts";
import type { Asked, ChangeAsked } from "./asking.ts";

interface LinesProps {
  result: CompileResult;
  asked: Asked;
  onChange: ChangeAsked;
}

export function LinesView({ result, asked, onChange }: LinesProps) {
  const names = result.sections.map((section) => section.name);
  const counts = Object.fromEntries(result.sections.map((section) => [section.name, section.lines]));
  const shown = result.lines.filter((line) => !asked.section || line.section === asked.section);
  const columns = useMemo(() => columnsOf(result, onChange), [result]);
  return (
    <div class="stack">
      <div class="chips">
        <Facet
          title="Section"
          single
          values={names}
          counts={counts}
          chosen={asked.section ? [asked.section] : []}
          onChoose={([section]) => onChange({ section: section ?? "" })}
        />
      </div>
      <DataTable
        caption="Lines of the context and why they are there"
        columns={columns}
        rows={shown}
        keyOf={(line) => line.id}
        selected={asked.line}
        empty={<Empty title="No line">Nothing that is remembered belongs here.</Empty>}
      />
    </div>
  );
}

function columnsOf(result: CompileResult, onChange: ChangeAsked): Column<LineView>[] {
  const titles = new Map(result.sections.map((section) => [section.name, section.title]));
  const scale = reach(result.lines.map((line) => line.parts));
  return [
    {
      name: "text",
      title: "Line",
      kind: "wide",
      cell: (line) => (
        <>
          <button type="button" class="line-link" onClick={() => onChange({ view: "text", line: line.id })}>
            {line.text}
          </button>
          <p class="faint">
            It {line.reason}. <span class={line.labels.length ? "line-warned" : undefined}>{freshnessOf(line)}.</span>
          </p>
        </>
      ),
    },
    { name: "section", title: "Section", kind: "narrow", cell: (line) => titles.get(line.section) ?? line.section },
    { name: "parts", title: "Parts of the score", kind: "narrow", cell: (line) => <ScoreBar parts={line.parts} scale={scale} /> },
    { name: "score", title: "Score", kind: "number", cell: (line) => (line.score ? line.score.toFixed(3) : "–") },
    { name: "evidence", title: "Evidence", kind: "number", cell: (line) => line.evidence_ids.length },
    { name: "tokens", title: "Tokens", kind: "number", cell: (line) => line.tokens },
    { name: "handle", title: "Item", kind: "narrow", cell: (line) => <ItemHandle item={line} /> },
  ];
}

/** How fresh it is, and what else a reader has to know: labels say it again where something is wrong. */
function freshnessOf(line: LineView): string {
  const said = [line.freshness, ...line.labels.filter((label) => label !== line.freshness)].filter(Boolean).join("; ");
  return said.charAt(0).toUpperCase() + said.slice(1);
}
