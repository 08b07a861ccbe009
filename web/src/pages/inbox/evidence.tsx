// What was seen? The evidence behind the records of an item, word for word.
import { Panel } from "../../components/panel.tsx";
import { Quotes } from "../../components/quotes.tsx";
import type { Item } from "./ways.ts";

/** What lies between has its own page. */
const ROLES = ["proposed", "held", "subject"];

export function Evidence({ item }: { item: Item }) {
  const records = item.records.filter(({ role, record }) => ROLES.includes(role) && record.evidence_ids.length > 0);
  return (
    <>
      {records.map(({ role, record }) => (
        <Panel key={record.id} title={records.length > 1 || role === "held" ? `Evidence for m:${record.handle}` : "Evidence"}>
          <Quotes ids={record.evidence_ids} />
        </Panel>
      ))}
    </>
  );
}
