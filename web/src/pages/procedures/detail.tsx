// What is known about one procedure? When it applies, its steps, what speaks for it, how its uses went, its SKILL.md.
import { useOperation } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { LinkButton } from "../../components/button.tsx";
import { Handle } from "../../components/handle.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { KeyValues, Panel } from "../../components/panel.tsx";
import { Loading, Problem } from "../../components/problem.tsx";
import { Quotes } from "../../components/quotes.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { percent, shortened, spoken } from "../../components/wording.ts";
import type { ProcedureView } from "../../contract.ts";
import { inboxAddress, recordAddress, sessionAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";
import { Curve } from "./curve.tsx";
import { Report } from "./report.tsx";
import { Skill } from "./skill.tsx";
import { Steps } from "./steps.tsx";
import { countsOf, nameOf, TONES } from "./telling.ts";

export function ProcedureDetail({ id }: { id: string }) {
  const { data, error, loading, reload } = useOperation("procedures", { ids: [id], with_outcomes: true, with_skill: true });
  const procedure = data?.procedures[0];
  return (
    <>
      <nav aria-label="Where this is" class="faint">
        <Link to="/procedures">Procedures</Link> / {id}
      </nav>
      <Loading active={loading} />
      <Problem error={error} onRetry={reload} />
      {procedure ? <Shown procedure={procedure} /> : <PageHeader title={`Procedure ${id}`} />}
    </>
  );
}

function Shown({ procedure }: { procedure: ProcedureView }) {
  const name = nameOf(procedure);
  return (
    <>
      <PageHeader
        title={shortened(name, 200)}
        name={shortened(name, 60)}
        lead={
          <span class="row">
            <Badge tone={TONES[procedure.standing]}>{procedure.standing}</Badge> {procedure.title && procedure.statement}
          </span>
        }
        actions={
          <>
            {procedure.standing === "candidate" && <LinkButton to={inboxAddress({ kind: "procedure" })}>Decide in the inbox</LinkButton>}
            <LinkButton to={recordAddress(procedure.handle)}>The record</LinkButton>
          </>
        }
      />
      <div class="with-aside">
        <div class="stack">
          <Steps procedure={procedure} />
          <Curve outcomes={procedure.outcomes} />
          <Report procedure={procedure} />
          <Evidence procedure={procedure} />
          {procedure.skill && <Skill procedure={procedure} skill={procedure.skill} />}
        </div>
        <Facts procedure={procedure} />
      </div>
    </>
  );
}

function Evidence({ procedure }: { procedure: ProcedureView }) {
  const counts = countsOf(procedure.evidence);
  const last = typeof procedure.evidence.last_success === "string" ? procedure.evidence.last_success : undefined;
  if (counts.length + procedure.sessions.length + procedure.evidence_ids.length === 0) {
    return (
      <Panel title="What speaks for it">
        <p class="faint">Nothing was seen of it: somebody wrote it down.</p>
      </Panel>
    );
  }
  return (
    <Panel title="What speaks for it">
      <div class="columns">
        <KeyValues pairs={[...counts, ["Worked last", last && <Timestamp at={last} />]]} />
        {procedure.sessions.length > 0 && (
          <section aria-label="Sessions">
            <h3>Sessions that did it so</h3>
            <ul>
              {procedure.sessions.map((session) => (
                <li key={session}>
                  <Link to={sessionAddress(session)}>{session}</Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      {procedure.evidence_ids.length > 0 && <Quotes ids={procedure.evidence_ids} />}
    </Panel>
  );
}

function Facts({ procedure }: { procedure: ProcedureView }) {
  return (
    <aside class="panel" aria-label="Facts">
      <KeyValues
        pairs={[
          ["Handle", <Handle value={`m:${procedure.handle}`} />],
          ["Standing", procedure.standing],
          ["Confidence", percent(procedure.confidence)],
          ["Verified", procedure.verified_at ? <Timestamp at={procedure.verified_at} /> : "not yet"],
          ["Uses", procedure.uses],
          ["Worked", procedure.successes],
          ["Failed", procedure.failures],
          ["Failed since it worked", procedure.fresh_failures || undefined],
          ["Used last", procedure.last_used_at && <Timestamp at={procedure.last_used_at} />],
          ["Subject", procedure.subject_key && <code>{procedure.subject_key}</code>],
          ["Origin", spoken(procedure.origin)],
          ["Since", <Timestamp at={procedure.since} />],
        ]}
      />
    </aside>
  );
}
