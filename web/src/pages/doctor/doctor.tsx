// What is wrong, and which command mends it? An examination from outside; nothing is changed from here.
import { useOperation } from "../../api/use-operation.ts";
import { WordBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Handle } from "../../components/handle.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { KeyValues, Panel } from "../../components/panel.tsx";
import { Loading, Problem } from "../../components/problem.tsx";
import { counted, titled } from "../../components/wording.ts";
import type { DoctorFindingView } from "../../contract.ts";
import { flag, useQuery } from "../../routing/query.ts";
import { Anchors } from "./anchors.tsx";
import { Background } from "./background.tsx";
import { meaningOf, sorted } from "./severity.ts";
import { StoreFacts } from "./store-facts.tsx";

const QUERY = { deep: flag(), anchors: flag(), plan: flag() };

export function Doctor() {
  const [{ deep, anchors, plan }, change] = useQuery(QUERY);
  const { data, error, loading, reload } = useOperation("doctor", { deep }, { live: false });
  const press = () => (deep ? reload() : change({ deep: true }));
  return (
    <>
      <PageHeader
        title="Doctor"
        lead={
          data && (
            <span class="row" role="status">
              <WordBadge word={data.verdict} /> {meaningOf(data.verdict)}
            </span>
          )
        }
        actions={
          <>
            <Button busy={loading && !deep} onClick={() => (deep ? change({ deep: false }) : reload())}>
              Examine again
            </Button>
            <Button busy={loading && deep} onClick={press}>
              Check deeply
            </Button>
          </>
        }
      />
      <Loading active={loading} label={deep ? "Checking every page, key and digest" : "Examining"} />
      <Problem error={error} onRetry={reload} />
      <div class="with-aside">
        <div class="stack">
          {data && <Findings findings={data.findings} />}
          <Anchors wanted={anchors} onWanted={() => change({ anchors: true })} />
          <Background planned={plan} onPlanned={() => change({ plan: true })} />
        </div>
        <StoreFacts />
      </div>
    </>
  );
}

function Findings({ findings }: { findings: readonly DoctorFindingView[] }) {
  const { wrong, fine } = sorted(findings);
  return (
    <>
      {wrong.length > 0 && (
        <Panel title="To look at" aside={<span class="count">{wrong.length}</span>}>
          <ul class="lines">
            {wrong.map((finding) => (
              <li key={finding.check + finding.message}>
                <p class="row">
                  <WordBadge word={finding.verdict} /> <strong>{titled(finding.check)}</strong>
                </p>
                <p>{finding.message}</p>
                {finding.command && <Handle value={finding.command} />}
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title="In order" aside={<span class="faint">{counted(fine.length, "check")}</span>}>
        <KeyValues pairs={fine.map(({ check, message }) => [titled(check), message])} />
      </Panel>
    </>
  );
}
