// What does it say, and what is held instead? The records of an item beside each other, with the words that differ.
import type { ComponentChildren } from "preact";
import { Badge } from "../../components/badge.tsx";
import { FieldValue } from "../../components/field-value.tsx";
import { Handle } from "../../components/handle.tsx";
import { Stretches } from "../../components/text-diff.tsx";
import { percent, spoken, titled } from "../../components/wording.ts";
import { sideOf, type Stretch } from "../../components/words.ts";
import type { DifferenceView, RecordView } from "../../contract.ts";
import { recordAddress } from "../../routing/addresses.ts";
import { Words } from "../../components/record-columns.tsx";
import type { Item } from "./ways.ts";

const ROLES: Record<string, string> = {
  proposed: "Proposed",
  held: "Held",
  subject: "In question",
  root: "What changed",
  path: "In between",
};

const SIDES = { same: "same", old: "removed", new: "added" } as const;

export function Compared({ item }: { item: Item }) {
  const shown = item.differences.filter((difference) => !isRoot(item, difference));
  const compared = new Set(shown.flatMap(({ old, new: fresh }) => [old, fresh]));
  const alone = item.records.filter(({ role, record }) => ALONE.includes(role) && !compared.has(record.id));
  return (
    <section class="stack" aria-label="What it is about">
      {alone.map(({ role, record }) => (
        <Side key={record.id} item={item} id={record.id} title={ROLES[role] ?? titled(role)}>
          {record.statement ?? <em class="faint">{record.withheld ?? "erased"}</em>}
        </Side>
      ))}
      {shown.map((difference) => (
        <Pair key={`${difference.old} ${difference.new}`} item={item} difference={difference} />
      ))}
    </section>
  );
}

/** What changed under something, and what lies between, is told by the path of the doubt. */
const ALONE = ["proposed", "held", "subject"];

export function isRoot(item: Item, difference: DifferenceView): boolean {
  return item.records.some(({ role, record }) => role === "root" && record.id === difference.old);
}

function Pair({ item, difference }: { item: Item; difference: DifferenceView }) {
  const stretches = stretchesOf(difference);
  const [old, fresh] = item.kind === "duplicate" ? (["One", "The other"] as const) : (["Held", "Proposed"] as const);
  return (
    <>
      <div class="item-sides">
        <Side item={item} id={difference.old} title={old}>
          <Stretches stretches={sideOf(stretches, "before")} />
        </Side>
        <Side item={item} id={difference.new} title={fresh}>
          <Stretches stretches={sideOf(stretches, "after")} />
        </Side>
      </div>
      <Fields difference={difference} titles={[old, fresh]} />
    </>
  );
}

export function stretchesOf(difference: DifferenceView): Stretch[] {
  return difference.segments.map(({ side, text }) => ({ kind: SIDES[side], text }));
}

interface SideProps {
  item: Item;
  id: string;
  title: string;
  children: ComponentChildren;
}

function Side({ item, id, title, children }: SideProps) {
  const index = item.records.findIndex(({ record }) => record.id === id);
  const record = item.records[index]?.record;
  return (
    <section class="panel" aria-label={title}>
      <h3 class="row">
        {title}
        {item.records.length > 2 && index >= 0 && <span class="count">{index + 1}</span>}
        {item.preferred === id && <Badge tone="good">to keep</Badge>}
        {record && <Words record={record} />}
      </h3>
      <div class="statement">{children}</div>
      {record ? <Facts record={record} /> : <Handle value={id} to={recordAddress(id)} />}
    </section>
  );
}

function Facts({ record }: { record: RecordView }) {
  const said = [
    spoken(record.kind),
    record.scope === "project" ? undefined : `${record.scope} ${record.scope_ref ?? ""}`,
    `from ${spoken(record.origin)}`,
    record.quality.author && `by ${record.quality.author}`,
    `confidence ${percent(record.quality.confidence)}`,
  ];
  return (
    <p class="row faint">
      <Handle value={`m:${record.handle}`} to={recordAddress(record.handle)} />
      {record.subject_key && <code>{record.subject_key}</code>}
      <span>{said.filter(Boolean).join(" · ")}</span>
    </p>
  );
}

/** What stands above already; and the moments, which always differ. */
const UNTOLD = ["statement", "state", "origin", "subject_key", "valid_from", "recorded_at"];

function Fields({ difference, titles }: { difference: DifferenceView; titles: readonly string[] }) {
  const fields = difference.fields.filter(({ name }) => !UNTOLD.includes(name));
  if (fields.length === 0) return null;
  return (
    <table class="item-fields">
      <caption class="unseen">What else differs</caption>
      <thead>
        <tr>
          <th scope="col">Differs</th>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, old, new: fresh }) => (
          <tr key={name}>
            <th scope="row">{titled(name)}</th>
            <td>
              <FieldValue value={old} />
            </td>
            <td>
              <FieldValue value={fresh} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
