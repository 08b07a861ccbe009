// Can the same bytes be written again? The manifest to take away, and one to bring back and replay.
import { useState } from "preact/hooks";
import { useOperation } from "../../api/use-operation.ts";
import { Badge, WordBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Verbatim } from "../../components/code-excerpt.tsx";
import { copy } from "../../components/copy-button.tsx";
import { TextArea } from "../../components/field.tsx";
import { JsonView } from "../../components/json-view.tsx";
import { Panel } from "../../components/panel.tsx";
import { Loading, Problem } from "../../components/problem.tsx";
import { counted } from "../../components/wording.ts";
import type { CompileResult, ReplayResult } from "../../contract.ts";
import { useStore } from "../../state/store.ts";
import type { ChangeAsked } from "./asking.ts";
import { manifestName, readManifest } from "./manifests.ts";
import { against, type Loaded, loaded } from "./runs.ts";

export function ManifestView({ result, onChange }: { result: CompileResult; onChange: ChangeAsked }) {
  const file = useStore(loaded);
  const written = JSON.stringify(result.manifest, undefined, 1);
  return (
    <div class="stack">
      <Panel
        title="The manifest of this context"
        aside={
          <span class="row">
            <Button onClick={() => void copy(written, "the manifest")}>Copy</Button>
            <Button onClick={() => download(manifestName(result.manifest), written)}>Download</Button>
          </span>
        }
      >
        <p class="lead">Keep it, and <code>replay</code> writes the same bytes again, as long as nothing in it is erased.</p>
        <details>
          <summary>Look into it</summary>
          <JsonView value={result.manifest} open={1} />
        </details>
      </Panel>
      <Load />
      {file && <Replayed key={file.manifest.hash} file={file} onChange={onChange} />}
    </div>
  );
}

function Load() {
  const [pasted, setPasted] = useState("");
  const [problem, setProblem] = useState("");
  const take = (name: string, text: string) => {
    const read = readManifest(text);
    setProblem("problem" in read ? read.problem : "");
    if ("manifest" in read) loaded.set({ name, manifest: read.manifest });
  };
  const pick = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (file) take(file.name, await file.text());
    input.value = "";
  };
  return (
    <Panel title="An earlier manifest">
      <div class="form">
        <div class="field">
          <label for="manifest-file">From a file</label>
          <input
            id="manifest-file"
            type="file"
            accept="application/json,.json"
            onChange={(event) => void pick(event.currentTarget)}
          />
        </div>
        <TextArea label="Or pasted" rows={3} value={pasted} onValue={setPasted} />
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="row">
          <Button disabled={!pasted.trim()} onClick={() => take("pasted", pasted)}>
            Replay it
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function Replayed({ file, onChange }: { file: Loaded; onChange: ChangeAsked }) {
  const { data, error, loading } = useOperation("replay", { manifest: file.manifest });
  const compare = () => {
    against.set("loaded");
    onChange({ view: "compare" });
  };
  return (
    <Panel title={`Replay of ${file.name}`} aside={<Button onClick={compare}>Compare with this context</Button>}>
      <Loading active={loading} />
      <Problem error={error} />
      {data && <Verdict replay={data} />}
      {data && <Verbatim text={data.text} label="The context, written again" />}
    </Panel>
  );
}

function Verdict({ replay }: { replay: ReplayResult }) {
  const parts = [
    replay.missing.length ? `${counted(replay.missing.length, "item is", "items are")} no longer here` : "",
    replay.differs.length ? `${counted(replay.differs.length, "line says", "lines say")} something else by now` : "",
  ].filter(Boolean);
  return (
    <div class="replay-verdict" role="status">
      <p class="row">
        <Badge tone={replay.identical ? "good" : "warn"}>{replay.identical ? "identical" : "not identical"}</Badge>
        {replay.identical ? "Every byte is as it was handed over." : `${parts.join("; ") || "The text differs"}.`}
      </p>
      <ul>
        {replay.missing.map((one) => (
          <li key={one.id}>
            <WordBadge word={one.why} /> <code>{one.id}</code>
          </li>
        ))}
        {replay.differs.map((one) => (
          <li key={`${one.id} ${one.line}`}>
            Line {one.line} differs: <code>{one.id}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
