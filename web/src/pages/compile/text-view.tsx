// What exactly is handed over? The text, line by line; a line that says something leads to its reason.
import { useMemo, useRef } from "preact/hooks";
import { seriesOf } from "../../charts/chart-frame.tsx";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { step } from "../../components/keys.ts";
import { Panel } from "../../components/panel.tsx";
import type { CompileResult } from "../../contract.ts";
import type { Asked, ChangeAsked } from "./asking.ts";
import { type ContextLine, contextLines } from "./context-lines.ts";
import { Reason } from "./reason.tsx";

interface TextViewProps {
  result: CompileResult;
  asked: Asked;
  onChange: ChangeAsked;
}

export function TextView({ result, asked, onChange }: TextViewProps) {
  const lines = useMemo(() => contextLines(result.text, result.manifest), [result]);
  const sections = useMemo(() => new Map(result.sections.map(({ name, title }) => [name, title])), [result]);
  const chosen = result.lines.find((line) => line.id === asked.line);
  const choose = (line: ContextLine) => onChange({ line: line.id === asked.line ? "" : (line.id ?? "") }, { replace: true });
  return (
    <div class="with-aside context-view">
      <Panel title="The text" aside={<CopyButton text={result.text} what="the context" />}>
        <Lines lines={lines} order={[...sections.keys()]} chosen={asked.line} onChoose={choose} />
      </Panel>
      <aside class="panel line-why" data-chosen={chosen !== undefined} aria-label="Why the line is there" aria-live="polite">
        {chosen ? (
          <>
            <Button tone="quiet" aria-label="Close" onClick={() => onChange({ line: "" }, { replace: true })}>
              ✕
            </Button>
            <Reason line={chosen} sections={sections} />
          </>
        ) : (
          <p class="faint">Choose the number of a line to see why it is there.</p>
        )}
      </aside>
    </div>
  );
}

interface LinesProps {
  lines: readonly ContextLine[];
  /** The sections as they are read: their places give the colours. */
  order: readonly string[];
  chosen: string;
  onChoose(line: ContextLine): void;
}

function Lines({ lines, order, chosen, onChoose }: LinesProps) {
  const list = useRef<HTMLOListElement>(null);
  const move = (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    const next = step(event.key, all.indexOf(document.activeElement as HTMLElement), all.length, "column");
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };
  const first = lines.find((line) => line.id === chosen) ?? lines.find((line) => line.id);
  return (
    <ol class="context" ref={list} onKeyDown={move}>
      {lines.map((line) => (
        <li key={line.number} aria-current={line.id && line.id === chosen ? "true" : undefined}>
          <Number line={line} chosen={chosen} reached={line === first} onChoose={onChoose} />
          <span class="context-mark" data-series={line.section ? seriesOf(order.indexOf(line.section)) : undefined} />
          <span class="context-text">{line.text || " "}</span>
          <span class="context-tokens" title={`${line.tokens} tokens`}>
            <span class="unseen">{`${line.tokens} tokens`}</span>
            <span aria-hidden="true">{line.tokens}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

interface NumberProps {
  line: ContextLine;
  chosen: string;
  /** Whether Tab reaches it: one of all, arrows reach the others. */
  reached: boolean;
  onChoose(line: ContextLine): void;
}

function Number({ line, chosen, reached, onChoose }: NumberProps) {
  if (!line.id) return <span class="context-number" data-number={line.number} />;
  return (
    <button
      type="button"
      class="context-number"
      data-number={line.number}
      tabIndex={reached ? 0 : -1}
      aria-pressed={line.id === chosen}
      aria-label={`Line ${line.number}: why is it there?`}
      onClick={() => onChoose(line)}
    />
  );
}
