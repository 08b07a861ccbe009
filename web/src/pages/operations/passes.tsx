// What would the next run of maintenance take up? Its passes, each with what it found.
import { type Column, DataTable } from "../../components/data-table.tsx";
import { grouped, titled } from "../../components/wording.ts";
import type { PassPlan } from "../../contract.ts";

/** Counting stops here, as the contract says. */
const MOST_COUNTED = 1000;

const COLUMNS: readonly Column<[string, PassPlan]>[] = [
  { name: "pass", title: "Pass", kind: "narrow", cell: ([name]) => titled(name) },
  { name: "what", title: "What it would take up", kind: "wide", cell: ([, plan]) => plan.what },
  { name: "count", title: "How many", kind: "number", cell: ([, { count }]) => `${grouped(count)}${count >= MOST_COUNTED ? " or more" : ""}` },
];

export function Passes({ passes }: { passes: Record<string, PassPlan> }) {
  return <DataTable caption="Passes of the next run" columns={COLUMNS} rows={Object.entries(passes)} keyOf={([name]) => name} />;
}
