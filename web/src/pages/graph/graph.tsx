// How does it all hang together? The work, the profile, or the net around one record; bounded, typed, by keys alone too.
import { Toggle } from "../../components/field.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useQuery } from "../../routing/query.ts";
import { CHOICES, type View } from "./filters.ts";
import { Net } from "./net.tsx";
import { Profile } from "./profile.tsx";
import { Work } from "./work.tsx";

const TABS: readonly { name: View; label: string }[] = [
  { name: "work", label: "Work" },
  { name: "profile", label: "Profile" },
  { name: "net", label: "Around a record" },
];
const LEADS: Record<View, string> = {
  work: "Goals, tasks, blockers and questions: parts to the right of the whole, and what is waited for to the right of what waits.",
  profile: "Who this project is for, what is preferred, and what must not be done.",
  net: "What one record rests on, and what rests on it.",
};

export function Graph() {
  const [choices, change] = useQuery(CHOICES);
  return (
    <>
      <PageHeader
        title="Graph"
        lead={LEADS[choices.view]}
        actions={<Toggle label="Only what holds on this branch" checked={choices.here} onValue={(here) => change({ here })} />}
      />
      <Tabs label="Graphs" tabs={TABS} chosen={choices.view} onChoose={(view) => change({ view })}>
        {choices.view === "work" && <Work choices={choices} change={change} />}
        {choices.view === "profile" && <Profile choices={choices} />}
        {choices.view === "net" && <Net key={choices.root} choices={choices} change={change} />}
      </Tabs>
    </>
  );
}
