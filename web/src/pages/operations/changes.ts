// What did a write do, in a few words? Pure: the changes of an entry in, a sentence and addresses out.
import { statementOf } from "../../components/fields.ts";
import { counted, spoken } from "../../components/wording.ts";
import type { DiffEntry, Entry } from "../../contract.ts";
import { inboxAddress, recordAddress, sessionAddress } from "../../routing/addresses.ts";

/** “2 records, 1 review”: what was touched, the most first. */
export function touched(entry: Entry): string {
  const counts = new Map<string, number>();
  for (const { object_type } of entry.changes) counts.set(object_type, (counts.get(object_type) ?? 0) + 1);
  if (counts.size === 0) return entry.change_count ? counted(entry.change_count, "change") : "nothing";
  const told = [...counts].sort((one, other) => other[1] - one[1]).map(([type, count]) => counted(count, spoken(type), pluralOf(type)));
  const untold = entry.change_count - entry.changes.length;
  return [...told, ...(untold > 0 ? [`${counted(untold, "further change")}`] : [])].join(", ");
}

function pluralOf(type: string): string {
  if (type === "evidence") return "evidence";
  return type.endsWith("y") ? `${spoken(type).slice(0, -1)}ies` : `${spoken(type)}s`;
}

/** What the write is about: the first statement that it touched. */
export function subjectOf(entry: Entry): string | undefined {
  for (const change of entry.changes) {
    const said = statementOf(change.after) ?? statementOf(change.before);
    if (said) return said;
  }
  return undefined;
}

/** Where a changed object is shown; undefined where it has no view of its own. */
export function addressOf({ object_type, object_id }: Pick<DiffEntry, "object_type" | "object_id">): string | undefined {
  switch (object_type) {
    case "record":
      return recordAddress(object_id);
    case "review":
      return inboxAddress({ id: object_id });
    case "session":
    case "episode":
      return sessionAddress(object_id);
    case "backup":
      return "/backups";
    default:
      return undefined;
  }
}
