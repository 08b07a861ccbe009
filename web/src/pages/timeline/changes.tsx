// What was written? Changes of the same sort in one line, each with its operation, its objects and the moment after it.
import { Badge } from "../../components/badge.tsx";
import { statementOf } from "../../components/fields.ts";
import { Timestamp } from "../../components/timestamp.tsx";
import { counted, spoken } from "../../components/wording.ts";
import type { Entry } from "../../contract.ts";
import { momentAddress, operationAddress, recordAddress } from "../../routing/addresses.ts";
import { Link } from "../../routing/link.tsx";

/** A line that gathers more than this tells the first ones and where the rest is. */
const MOST_SHOWN = 30;
const MOST_RECORDS = 6;

export function ChangesLine({ entries }: { entries: readonly Entry[] }) {
  const [newest] = entries;
  if (!newest) return null;
  if (entries.length === 1) {
    return (
      <article class="happening-body">
        <p class="row">
          <Name entry={newest} />
          <Then entry={newest} />
        </p>
        <Told entry={newest} />
      </article>
    );
  }
  return (
    <article class="happening-body">
      <details>
        <summary>
          <span class="change-name">{spoken(newest.operation)}</span> <Badge>{`${entries.length} times`}</Badge>{" "}
          <span class="faint">
            {newest.profile} · {counted(changesOf(entries), "change")}
          </span>
        </summary>
        <ul class="change-list">
          {entries.slice(0, MOST_SHOWN).map((entry) => (
            <li key={entry.id}>
              <span class="row">
                <Timestamp at={entry.occurred_at} />
                <Name entry={entry} />
                <Then entry={entry} />
              </span>
              <Told entry={entry} />
            </li>
          ))}
        </ul>
        {entries.length > MOST_SHOWN && <p class="faint">{counted(entries.length - MOST_SHOWN, "more write")}, in Operations.</p>}
      </details>
    </article>
  );
}

function changesOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + entry.change_count, 0);
}

function Name({ entry }: { entry: Entry }) {
  return (
    <>
      <Link class="change-name" to={operationAddress(entry.id)}>
        {spoken(entry.operation)}
      </Link>
      <span class="faint">
        {entry.actor ?? entry.profile} · {counted(entry.change_count, "change")}
      </span>
    </>
  );
}

function Then({ entry }: { entry: Entry }) {
  return (
    <Link class="then" to={momentAddress(entry.occurred_at)} aria-label={`What was held after ${spoken(entry.operation)} ${entry.id}`}>
      Held then
    </Link>
  );
}

/** Why, and which records. */
function Told({ entry }: { entry: Entry }) {
  const records = entry.changes.filter((change) => change.object_type === "record");
  // Background work says what it was asked for, as JSON: the operation itself shows that.
  const reason = entry.reason?.startsWith("{") ? undefined : entry.reason;
  if (!reason && records.length === 0) return null;
  return (
    <p class="told">
      {reason && <span>{reason} </span>}
      {records.slice(0, MOST_RECORDS).map((change) => (
        <Link key={`${change.object_id} ${change.change}`} to={recordAddress(change.object_id)}>
          {statementOf(change.after) ?? statementOf(change.before) ?? `${spoken(change.change)} ${change.object_id}`}
        </Link>
      ))}
      {records.length > MOST_RECORDS && <span class="faint">and {records.length - MOST_RECORDS} more</span>}
    </p>
  );
}
