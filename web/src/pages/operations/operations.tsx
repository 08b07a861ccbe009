// Which view of what was done is it? The journal, the work in the background, or one write that the address names.
import { PageHeader } from "../../components/page-header.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useQuery } from "../../routing/query.ts";
import type { PageProps } from "../page.ts";
import { EntryDetail } from "./entry.tsx";
import { FILTERS } from "./filters.ts";
import { Journal } from "./journal.tsx";
import { Work } from "./work.tsx";

const TABS = [
  { name: "journal", label: "Journal" },
  { name: "work", label: "Background work" },
] as const;

export function Operations({ id }: PageProps) {
  return id ? <EntryDetail key={id} id={id} /> : <Overview />;
}

function Overview() {
  const [{ tab }, change] = useQuery(FILTERS);
  return (
    <>
      <PageHeader title="Operations" lead="Every write, what it changed, and who was behind it" />
      <Tabs label="Operations" tabs={TABS} chosen={tab} onChoose={(chosen) => change({ tab: chosen })}>
        {tab === "journal" ? <Journal /> : <Work />}
      </Tabs>
    </>
  );
}
