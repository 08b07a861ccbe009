// What does each arm contribute? The same question to words, vectors and both; places beside each other.
import { useOperation } from "../../api/use-operation.ts";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Toggle } from "../../components/field.tsx";
import { ItemHandle } from "../../components/item-handle.tsx";
import { Empty, Problem } from "../../components/problem.tsx";
import { percent, spoken } from "../../components/wording.ts";
import { type ArmRow, armRows, arrow, moved } from "./arms.ts";
import { type Arm, ARMS, type Asked, type ChangeAsked, searchParams } from "./asking.ts";
import { ARM_NAMES } from "./form.tsx";

export function Arms({ asked, onChange }: { asked: Asked; onChange: ChangeAsked }) {
  if (asked.mode !== "tokens") {
    return <Empty title="One arm only">Looking for a text, a pattern or misspelt words takes no vectors.</Empty>;
  }
  return <Compared asked={asked} onChange={onChange} />;
}

function Compared({ asked, onChange }: { asked: Asked; onChange: ChangeAsked }) {
  const paramsOf = (arm: Arm) => (asked.compared.includes(arm) ? searchParams(asked, arm) : undefined);
  const turn = (arm: Arm, on: boolean) =>
    onChange({ compared: ARMS.filter((one) => (one === arm ? on : asked.compared.includes(one))) });
  const answers = {
    hybrid: useOperation("search", paramsOf("hybrid")),
    lexical: useOperation("search", paramsOf("lexical")),
    dense: useOperation("search", paramsOf("dense")),
  };
  const shown = ARMS.filter((arm) => asked.compared.includes(arm));
  const rows = armRows(shown.map((arm) => [arm, answers[arm].data?.hits ?? []]));
  return (
    <div class="stack">
      <div class="row" role="group" aria-label="Arms">
        {ARMS.map((arm) => (
          <Toggle key={arm} label={ARM_NAMES[arm]} checked={asked.compared.includes(arm)} onValue={(on) => turn(arm, on)} />
        ))}
      </div>
      {shown.map((arm) => (
        <Problem key={arm} error={answers[arm].error} onRetry={answers[arm].reload} />
      ))}
      <p class="row search-verdict" role="status">
        {shown.map((arm) => (
          <span key={arm}>
            {ARM_NAMES[arm]}: <strong>{spoken(answers[arm].data?.match ?? "…")}</strong>
            <span class="faint"> ({percent(answers[arm].data?.sureness ?? 0)} sure)</span>
          </span>
        ))}
      </p>
      <DataTable
        caption="Places of the hits in each arm"
        columns={columnsOf(shown)}
        rows={rows}
        loading={shown.some((arm) => answers[arm].loading)}
        keyOf={(row) => `${row.hit.type} ${row.hit.id}`}
        empty={<Empty title="No arm finds anything" />}
      />
    </div>
  );
}

function columnsOf(shown: readonly Arm[]): Column<ArmRow>[] {
  const [first] = shown;
  return [
    ...shown.map(
      (arm): Column<ArmRow> => ({
        name: arm,
        title: ARM_NAMES[arm],
        kind: "number",
        cell: ({ places }) => <Place place={places[arm]} change={arm === first ? undefined : moved(places[arm], first && places[first])} />,
      }),
    ),
    { name: "text", title: "Hit", kind: "wide", cell: ({ hit }) => <span class="clamp">{hit.text}</span> },
    { name: "kind", title: "Kind", kind: "narrow", cell: ({ hit }) => spoken(hit.type === "record" ? hit.kind : hit.type) },
    {
      name: "handle",
      title: "Item",
      kind: "narrow",
      cell: ({ hit }) => <ItemHandle item={{ id: hit.id, handle: hit.handle, tier: hit.type }} />,
    },
  ];
}

function Place({ place, change }: { place: number | undefined; change: number | undefined }) {
  if (place === undefined) return <span class="faint" title="Not among its first hits">–</span>;
  return (
    <span class="arm-place">
      {place} <span class="faint">{arrow(change)}</span>
    </span>
  );
}
