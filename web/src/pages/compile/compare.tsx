// What has changed since an earlier context? What a prompt cache would hit, each section, what came and went, line by line.
import { useMemo } from "preact/hooks";
import { useOperation } from "../../api/use-operation.ts";
import { Strip } from "../../charts/strip.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Select } from "../../components/field.tsx";
import { Panel } from "../../components/panel.tsx";
import { Empty, Problem } from "../../components/problem.tsx";
import { TextDiff } from "../../components/text-diff.tsx";
import { counted, grouped, percent, shortened, titled, written } from "../../components/wording.ts";
import type { CompileResult, Manifest } from "../../contract.ts";
import { useStore } from "../../state/store.ts";
import { cacheParts, compareManifests, type SectionChange } from "./comparing.ts";
import { contextLines } from "./context-lines.ts";
import { against, loaded, runs } from "./runs.ts";
import type { Baseline } from "./use-compiled.ts";

export function Compare({ result, baseline }: { result: CompileResult; baseline: Baseline | undefined }) {
  return (
    <div class="stack">
      <Choice />
      {baseline ? (
        <Compared result={result} baseline={baseline} />
      ) : (
        <Empty title="Nothing to compare with yet">
          <p>
            Change the task or an option and compile again, or load a manifest under “Manifest”. Whatever the next task is,
            its context begins with the same {counted(result.prefix.tokens, "token")} (
            {percent(result.prefix.tokens / Math.max(1, result.tokens))} of this one).
          </p>
        </Empty>
      )}
    </div>
  );
}

function Choice() {
  const [chosen, file, all] = [useStore(against), useStore(loaded), useStore(runs)];
  const value = typeof chosen === "object" ? chosen.hash : chosen;
  const options = [
    { value: "before", label: "The run before this one" },
    ...(file ? [{ value: "loaded", label: `The loaded manifest: ${file.name}` }] : []),
    ...all.toReversed().map((run) => ({
      value: run.hash,
      label: `${written(new Date(run.at)).slice(-5)} · ${grouped(run.tokens)} tokens · ${shortened(run.task, 50) || "no task"}`,
    })),
  ];
  return (
    <div class="compare-choice">
      <Select
        label="Compare with"
        value={value}
        options={options.filter((one, index) => options.findIndex((other) => other.value === one.value) === index)}
        onValue={(picked) => against.set(picked === "before" || picked === "loaded" ? picked : { hash: picked })}
      />
    </div>
  );
}

function Compared({ result, baseline }: { result: CompileResult; baseline: Baseline }) {
  const { data, error } = useOperation(
    "replay",
    baseline.text === undefined ? { manifest: baseline.manifest as unknown as Manifest } : undefined,
  );
  const text = baseline.text ?? data?.text;
  const compared = useMemo(() => compareManifests(baseline.manifest, result.manifest), [baseline, result]);
  return (
    <>
      {result.unchanged && <Cache result={result} unchanged={result.unchanged.tokens} />}
      <Panel title="Sections">
        <SectionTable result={result} sections={compared.sections} />
      </Panel>
      <Panel
        title="What came and what went"
        aside={<span class="faint">{counted(compared.stayed, "item")} stayed</span>}
      >
        <div class="columns">
          <Items title="Came in" ids={compared.came} said={saidIn(result.text, result.manifest)} />
          <Items title="Went out" ids={compared.went} said={saidIn(text ?? "", baseline.manifest)} />
        </div>
      </Panel>
      <Panel title="The text, line by line">
        <Problem error={error} />
        {text !== undefined && (
          <div class="context-diff" role="region" aria-label="Both texts" tabIndex={0}>
            {text === result.text ? <p>Both texts are the same.</p> : <TextDiff before={text} after={result.text} by="lines" />}
          </div>
        )}
      </Panel>
    </>
  );
}

function Cache({ result, unchanged }: { result: CompileResult; unchanged: number }) {
  return (
    <Panel title="What a prompt cache would hit">
      <p class="compare-share">
        <strong>{percent(unchanged / Math.max(1, result.tokens))}</strong> of the tokens: the first {grouped(unchanged)} of{" "}
        {grouped(result.tokens)} are the same, byte by byte, as in the earlier context.
      </p>
      <Strip
        title="From the first token to the last"
        parts={cacheParts(result.tokens, result.prefix.tokens, unchanged)}
        total={result.tokens}
        rest="new"
        unit="tokens"
      />
    </Panel>
  );
}

function SectionTable({ result, sections }: { result: CompileResult; sections: readonly SectionChange[] }) {
  const titles = new Map(result.sections.map((section) => [section.name, section.title]));
  const columns: Column<SectionChange>[] = [
    { name: "name", title: "Section", kind: "wide", cell: (section) => titles.get(section.name) ?? titled(section.name) },
    { name: "before", title: "Earlier, tokens", kind: "number", cell: (section) => grouped(section.before) },
    { name: "now", title: "Now, tokens", kind: "number", cell: (section) => grouped(section.now) },
    { name: "change", title: "Change", kind: "number", cell: ({ before, now }) => difference(now - before) },
  ];
  return <DataTable caption="Tokens of each section, earlier and now" columns={columns} rows={sections} keyOf={(one) => one.name} />;
}

function difference(value: number): string {
  if (value === 0) return "0";
  return value > 0 ? `+${grouped(value)}` : `−${grouped(-value)}`;
}

/** What each item says in a text, by its id. */
function saidIn(text: string, manifest: Record<string, unknown>): ReadonlyMap<string, string> {
  return new Map(contextLines(text, manifest).flatMap((line) => (line.id ? [[line.id, line.text]] : [])));
}

function Items({ title, ids, said }: { title: string; ids: readonly string[]; said: ReadonlyMap<string, string> }) {
  return (
    <section aria-label={title}>
      <h3>
        {title} <span class="count">{ids.length}</span>
      </h3>
      {ids.length === 0 ? (
        <p class="faint">Nothing</p>
      ) : (
        <ul class="compare-items">
          {ids.map((id) => (
            <li key={id}>{said.get(id) ?? <code>{id}</code>}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
