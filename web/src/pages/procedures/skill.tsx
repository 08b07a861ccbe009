// How would agents load it? The SKILL.md as it would be written, and what an export would change on the disk.
import { useState } from "preact/hooks";
import { call, mayCall } from "../../api/call.ts";
import { useAction } from "../../api/use-action.ts";
import { WordBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Verbatim } from "../../components/code-excerpt.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Panel } from "../../components/panel.tsx";
import { Problem } from "../../components/problem.tsx";
import { UnifiedDiff } from "../../components/text-diff.tsx";
import { counted, spoken } from "../../components/wording.ts";
import type { ProcedureView, SkillsExportResult, SkillView } from "../../contract.ts";
import { refusalOf } from "./telling.ts";

export function Skill({ procedure, skill }: { procedure: ProcedureView; skill: SkillView }) {
  return (
    <Panel title="As a skill" aside={<CopyButton text={skill.text} what={skill.path} />}>
      <p class="lead">
        <code>{skill.path}</code>
        {skill.refused && ` is not written: ${refusalOf(skill.refused)}.`}
      </p>
      <Verbatim text={skill.text} label={`Preview of ${skill.path}`} />
      {!skill.refused && mayCall("skills_export") && <Export procedure={procedure} />}
    </Panel>
  );
}

function Export({ procedure }: { procedure: ProcedureView }) {
  const [shown, setShown] = useState<SkillsExportResult>();
  const params = { procedures: [procedure.id], with_diff: true };
  const look = useAction(async () => {
    setShown((await call("skills_export", { ...params, dry_run: true })).data);
  });
  const write = useAction(async () => {
    const { data } = await call("skills_export", params);
    setShown(undefined);
    return `${counted(data.written, "file")} written to ${data.folder}`;
  });
  const changes = shown?.skills.some((skill) => skill.outcome !== "unchanged" && skill.outcome !== "left") ?? false;
  return (
    <div class="stack procedure-export">
      <div class="row">
        <Button busy={look.busy} onClick={() => void look.run()}>
          What would an export write?
        </Button>
        {changes && (
          <Button tone="primary" busy={write.busy} onClick={() => void write.run()}>
            Write it
          </Button>
        )}
      </div>
      <Problem error={look.error ?? write.error} />
      {shown && <Outcomes result={shown} />}
    </div>
  );
}

function Outcomes({ result }: { result: SkillsExportResult }) {
  return (
    <div role="status" class="stack">
      {result.refused.map((one) => (
        <p key={one.handle}>
          <code>{one.handle}</code> is not written: {refusalOf(one.reason)}.
        </p>
      ))}
      {result.skills.map((skill) => (
        <section key={skill.path} aria-label={skill.path}>
          <p class="row">
            <WordBadge word={skill.outcome} /> <code>{skill.path}</code>
            {skill.reason && <span class="faint">{spoken(skill.reason)}</span>}
            {skill.conflicts > 0 && <span>{counted(skill.conflicts, "place needs", "places need")} a decision</span>}
          </p>
          {skill.diff && <UnifiedDiff text={skill.diff} />}
        </section>
      ))}
    </div>
  );
}
