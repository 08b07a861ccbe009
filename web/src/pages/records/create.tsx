// How does a person add something by hand? A kind, one statement, and what it rests on; tried before it is kept.
import { useState } from "preact/hooks";
import { mayCall } from "../../api/call.ts";
import { carryOut } from "../../api/carry-out.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../components/button.tsx";
import { Field, optionsOf, Select, TextArea } from "../../components/field.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Empty, Problem } from "../../components/problem.tsx";
import { spoken, titled } from "../../components/wording.ts";
import { recordAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { choice, useQuery } from "../../routing/query.ts";
import { navigate } from "../../routing/route.ts";
import { CONFLICTS, type Draft, EMPTY, exampleOf, ingestParams, problemOf, SCOPES, SENSITIVITIES } from "./drafts.ts";
import { KINDS } from "./filters.ts";

const KIND = { kind: choice(KINDS, "fact") };

export function Create() {
  const [{ kind }, changeKind] = useQuery(KIND);
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }));
  const templates = useOperation("templates", {}, { live: false });
  const template = templates.data?.templates.find((one) => one.record_kind === kind);
  const example = exampleOf(template);
  const wrong = problemOf(draft);
  const save = useAction(async () => {
    const done = await carryOut("ingest", ingestParams(kind, draft), { title: `Keep this ${spoken(kind)}?`, always: true });
    const [result] = done?.data.results ?? [];
    if (!result) return undefined;
    navigate(recordAddress(result.handle));
    return `${titled(result.outcome)}: ${spoken(kind)} m:${result.handle}`;
  });
  const submit = (event: Event) => {
    event.preventDefault();
    if (!wrong) void save.run();
  };
  if (!mayCall("ingest")) return <Refusal />;
  return (
    <>
      <nav aria-label="Where this is" class="faint">
        <Link to="/records">Records</Link> / new
      </nav>
      <PageHeader title="New record" lead="One statement, as a person would say it. What it would change is shown before it is kept." />
      <Problem error={templates.error} onRetry={templates.reload} />
      <form class="form panel record-form" onSubmit={submit}>
        <Select
          label="Kind"
          hint={template && `${template.meaning}.${template.followed_by_agents ? " Agents act on it." : ""}`}
          value={kind}
          options={optionsOf(KINDS)}
          onValue={(value) => changeKind({ kind: value }, { replace: true })}
        />
        <TextArea
          label="Statement"
          value={draft.statement}
          placeholder={example.statement}
          onValue={(statement) => change({ statement })}
          required
          autofocus
        />
        <Field
          label="Subject"
          hint="What it is about; at most one live record of a kind has the same subject"
          placeholder={example.subject}
          value={draft.subject}
          onValue={(subject) => change({ subject })}
        />
        <TextArea
          label="What it rests on, word for word"
          hint="Kept as evidence: what was said, seen or read"
          rows={2}
          value={draft.evidence}
          onValue={(evidence) => change({ evidence })}
        />
        <details>
          <summary>Scope, confidence, details</summary>
          <div class="form record-form-more">
            <Select label="Where it holds" value={draft.scope} options={optionsOf(SCOPES)} onValue={(scope) => change({ scope })} />
            <Select
              label="If the subject is held already"
              value={draft.conflict}
              options={CONFLICTS}
              onValue={(conflict) => change({ conflict })}
            />
            <Select
              label="Who may read it"
              value={draft.sensitivity}
              options={SENSITIVITIES}
              onValue={(sensitivity) => change({ sensitivity })}
            />
            <Field
              label="Confidence"
              hint="From 0 (a guess) to 1 (certain)"
              type="number"
              min={0}
              max={1}
              step={0.1}
              value={draft.confidence}
              onValue={(confidence) => change({ confidence })}
            />
            <TextArea
              label="Details as JSON"
              hint={wrong ?? "An object; for work: status, owner, due, priority"}
              placeholder={example.payload}
              rows={3}
              value={draft.payload}
              onValue={(payload) => change({ payload })}
            />
          </div>
        </details>
        <Problem error={save.error} />
        <div class="row">
          <Button tone="primary" type="submit" busy={save.busy} disabled={!draft.statement.trim() || wrong !== undefined}>
            Try it
          </Button>
          <Button onClick={() => navigate("/records")}>Cancel</Button>
        </div>
      </form>
    </>
  );
}

function Refusal() {
  return (
    <>
      <PageHeader title="New record" />
      <Empty title="This session may not write">Open the page with a wider scope: phantasm open --scope write</Empty>
    </>
  );
}
