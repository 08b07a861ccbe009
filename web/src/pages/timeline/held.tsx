// What was held true then? The records as the store knew them at the chosen moment.
import { usePages } from "../../api/use-pages.ts";
import { DataTable } from "../../components/data-table.tsx";
import { optionsOf, Select } from "../../components/field.tsx";
import { Empty } from "../../components/problem.tsx";
import { recordColumns } from "../../components/record-columns.tsx";
import { counted, written } from "../../components/wording.ts";
import type { RecordView } from "../../contract.ts";
import { recordAddress } from "../../routing/addresses.ts";
import { type Choices, heldParams, KINDS } from "./filters.ts";

interface HeldProps {
  choices: Choices;
  change(changed: Partial<Choices>): void;
}

export function Held({ choices, change }: HeldProps) {
  const pages = usePages("list", heldParams(choices), { rowsOf: (result) => result.records });
  const addressOf = (record: RecordView) => recordAddress(record.handle, choices.at);
  const moment = choices.at ? `on ${written(new Date(choices.at))}` : "now";
  return (
    <div class="stack">
      <div class="row moment-lead">
        <p class="lead">
          {pages.result && `${counted(pages.result.total, "record was", "records were")} held ${moment}`}
          {pages.result && pages.result.withheld > 0 && `; ${counted(pages.result.withheld, "sensitive one is", "sensitive ones are")} not shown`}
        </p>
        <KindChoice choices={choices} change={change} />
      </div>
      <DataTable
        {...pages}
        caption={`Records held ${moment}`}
        columns={recordColumns(addressOf)}
        keyOf={(record) => record.id}
        linkOf={addressOf}
        empty={<Empty title="Nothing was held then">Choose a later moment.</Empty>}
      />
    </div>
  );
}

export function KindChoice({ choices, change }: HeldProps) {
  return (
    <Select label="Kind" value={choices.kind} none="All kinds" options={optionsOf(KINDS)} onValue={(kind) => change({ kind })} />
  );
}
