// What does memory find, and why? A laboratory for questions: modes, arms, filters, and every part of every score.
import { PageHeader } from "../../components/page-header.tsx";
import { Empty } from "../../components/problem.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useQuery } from "../../routing/query.ts";
import { Arms } from "./arms.tsx";
import { ASKED, type Asked, type ChangeAsked } from "./asking.ts";
import { Form } from "./form.tsx";
import { Hits } from "./hits.tsx";
import { Why } from "./why.tsx";

export function Search() {
  const [asked, change] = useQuery(ASKED);
  return (
    <>
      <PageHeader title="Search lab" lead="What a question finds, in which place, and what every score is made of." />
      <div class="stack">
        <Form asked={asked} onChange={change} />
        {asked.q.trim() ? (
          <Tabs
            label="Views of the answer"
            tabs={[
              { name: "hits", label: "Hits" },
              { name: "arms", label: "Arms beside each other" },
              { name: "why", label: "Why not this record?" },
            ]}
            chosen={asked.view}
            onChoose={(view) => change({ view })}
          >
            <View asked={asked} onChange={change} />
          </Tabs>
        ) : (
          <Empty title="Ask something">A question, a name, an error message: anything that memory may answer.</Empty>
        )}
      </div>
    </>
  );
}

function View({ asked, onChange }: { asked: Asked; onChange: ChangeAsked }) {
  switch (asked.view) {
    case "hits":
      return <Hits asked={asked} />;
    case "arms":
      return <Arms asked={asked} onChange={onChange} />;
    case "why":
      return <Why asked={asked} onChange={onChange} />;
  }
}
