// How does a record look in a table? The same columns wherever records are listed.
import type { RecordView } from "../contract.ts";
import { recordAddress } from "../routing/addresses.ts";
import { Link } from "../routing/link.tsx";
import { Badge, WordBadge } from "./badge.tsx";
import type { Column } from "./data-table.tsx";
import { Handle } from "./handle.tsx";
import { Timestamp } from "./timestamp.tsx";
import { spoken } from "./wording.ts";

/** `addressOf` says where a row leads: to the record as it is, or as it was. */
export function recordColumns(addressOf = (record: RecordView) => recordAddress(record.handle)): readonly Column<RecordView>[] {
  return [
    { name: "handle", title: "Handle", kind: "narrow", cell: (record) => <Handle value={record.handle} /> },
    { name: "kind", title: "Kind", kind: "narrow", cell: (record) => <Badge>{spoken(record.kind)}</Badge> },
    {
      name: "statement",
      title: "Statement",
      kind: "wide",
      cell: (record) => (
        <Link class="row-link" to={addressOf(record)}>
          <span class="clamp">{record.statement ?? <em class="faint">{record.withheld ?? "erased"}</em>}</span>
        </Link>
      ),
    },
    { name: "state", title: "State", kind: "narrow", cell: (record) => <Words record={record} /> },
    { name: "recorded", title: "Recorded", kind: "narrow", cell: (record) => <Timestamp at={record.recorded_at} /> },
  ];
}

/** The state and the marks of a record, each a word. */
export function Words({ record }: { record: Pick<RecordView, "marks"> & { state?: string | undefined; frozen?: boolean } }) {
  const words = [...(record.state ? [record.state] : []), ...record.marks, ...(record.frozen ? ["frozen"] : [])];
  return (
    <span class="row">
      {words.map((word) => (
        <WordBadge key={word} word={word} />
      ))}
    </span>
  );
}
