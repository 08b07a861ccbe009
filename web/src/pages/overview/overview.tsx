// Is memory well, and what is going on? What needs a person now, and how it went until now.
import { useOperation } from "../../api/use-operation.ts";
import { WordBadge } from "../../components/badge.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Problem } from "../../components/problem.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useQuery } from "../../routing/query.ts";
import { Now } from "./now.tsx";
import { Plots } from "./plots.tsx";
import { VIEWS, VIEW } from "./views.ts";

export function Overview() {
  const [{ view }, change] = useQuery(VIEW);
  const health = useOperation("health", {});
  const verdict = health.data?.verdict;
  return (
    <>
      <PageHeader
        title="Overview"
        lead={
          verdict && (
            <span class="row">
              <WordBadge word={verdict} /> {verdict === "ok" ? "Memory is well." : "Something waits for you."}
            </span>
          )
        }
      />
      <Problem error={health.error} onRetry={health.reload} />
      <Tabs label="Views of the overview" tabs={VIEWS} chosen={view} onChoose={(chosen) => change({ view: chosen })}>
        {view === "plots" ? <Plots /> : health.answer && <Now health={health.answer} />}
      </Tabs>
    </>
  );
}
