// What was, and when? The project's life day by day, and what was held true at any moment of it.
import { PageHeader } from "../../components/page-header.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useQuery } from "../../routing/query.ts";
import { Differs } from "./differs.tsx";
import { CHOICES, type Show } from "./filters.ts";
import { Happened } from "./happened.tsx";
import { Held } from "./held.tsx";
import { Scrubber } from "./scrubber.tsx";
import { SessionPanel } from "./session.tsx";

const TABS: readonly { name: Show; label: string }[] = [
  { name: "happened", label: "What happened" },
  { name: "held", label: "What was held true" },
  { name: "differs", label: "What is different now" },
];

export function Timeline() {
  const [choices, change] = useQuery(CHOICES);
  return (
    <>
      <PageHeader title="Timeline" lead="Sessions and changes day by day, and what was held true at any moment." />
      <div class="stack">
        {choices.session && (
          <SessionPanel key={choices.session} id={choices.session} onClose={() => change({ session: "" })} />
        )}
        <Scrubber at={choices.at} onMove={(at) => change({ at }, { replace: true })} />
        <Tabs label="Timeline" tabs={TABS} chosen={choices.show} onChoose={(show) => change({ show })}>
          {choices.show === "happened" && <Happened choices={choices} change={change} />}
          {choices.show === "held" && <Held choices={choices} change={change} />}
          {choices.show === "differs" && <Differs choices={choices} change={change} />}
        </Tabs>
      </div>
    </>
  );
}
