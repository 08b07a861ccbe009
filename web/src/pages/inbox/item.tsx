// What is the question, and what speaks for each answer? One item of the inbox, with everything to decide it.
import { currentSession } from "../../api/session.ts";
import type { Answer, OperationName } from "../../api/call.ts";
import { WordBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { spoken, written } from "../../components/wording.ts";
import { Link } from "../../routing/link.tsx";
import { Anchors } from "../records/anchors.tsx";
import { Compared } from "./compared.tsx";
import { Doubt } from "./doubt.tsx";
import { Edit, type Editing } from "./edit.tsx";
import { Effect } from "./effect.tsx";
import { Evidence } from "./evidence.tsx";
import { Procedure } from "./procedure.tsx";
import { type Item, mainRecord, questionOf, type Way } from "./ways.ts";

interface ItemViewProps {
  item: Item;
  /** What this session may decide. */
  ways: readonly Way[];
  /** The address of the list. */
  back: string;
  editing: Editing | undefined;
  onWay(way: Way): void;
  onEdit: (() => void) | undefined;
  /** Carries out an edit; tells whether it was. */
  onEdited(work: () => Promise<Answer<OperationName>>, done: string): Promise<boolean>;
  onDefer: (() => void) | undefined;
  onClose(): void;
}

export function ItemView(props: ItemViewProps) {
  const { item, ways, editing } = props;
  const record = mainRecord(item);
  const [first] = ways;
  return (
    <article class="item stack" aria-labelledby="item-question">
      <Link class="item-back" to={props.back}>
        ← All items
      </Link>
      <header class="panel">
        <Where item={item} />
        <h2 id="item-question" tabIndex={-1}>
          {questionOf(item)}
        </h2>
        <Reasons item={item} />
        <Buttons {...props} />
        {editing && <Edit edit={editing} onSend={props.onEdited} onClose={props.onClose} />}
      </header>
      <Compared item={item} />
      {item.path.length > 0 && <Doubt item={item} />}
      {record && item.kind === "stale" && <Anchors record={record} />}
      {record && item.kind === "procedure" && <Procedure id={record.id} />}
      <Evidence item={item} />
      {first && first.asking === undefined && <Effect way={first} />}
    </article>
  );
}

function Where({ item }: { item: Item }) {
  return (
    <p class="row">
      <WordBadge word={item.kind} />
      {item.state !== "open" && <WordBadge word={item.state} />}
      <span class="faint">
        {item.opened_at ? (
          <>
            waits since <Timestamp at={item.opened_at} />
          </>
        ) : (
          "found just now, and written down nowhere yet"
        )}
        {item.wake && `; comes back ${wakeOf(item.wake)}`}
        {item.awake && "; it was deferred and is due"}
        {item.similarity ? `; alike to ${item.similarity} %` : null}
      </span>
      <span class="faint item-priority" title="The higher, the more pressing">
        priority {item.priority}
      </span>
    </p>
  );
}

function wakeOf({ until, record, operation }: Record<string, string>): string {
  if (until) return `on ${written(new Date(until))}`;
  return record ? `when ${record} changes` : `after ${operation}`;
}

function Reasons({ item }: { item: Item }) {
  return (
    <>
      <ul class="item-reasons">
        {item.reasons.map((reason) => (
          <li key={reason.code}>{reason.meaning}</li>
        ))}
      </ul>
      {item.state === "resolved" && (
        <p>
          Decided on <Timestamp at={item.closed_at} />: {spoken(item.resolution ?? "closed")}.
        </p>
      )}
    </>
  );
}

function Buttons({ item, ways, editing, onWay, onEdit, onDefer }: ItemViewProps) {
  if (item.state === "resolved") return null;
  if (ways.length === 0) {
    return <p class="faint">This session (scope {currentSession()?.scope}) may look at it, but not decide it.</p>;
  }
  return (
    <div class="row" role="group" aria-label="Decide">
      {ways.map((way) => (
        <Button key={way.key} tone={way.tone} shortcut={way.key} title={way.meaning} onClick={() => onWay(way)}>
          {way.label}
        </Button>
      ))}
      {onEdit && (
        <Button shortcut="e" aria-expanded={editing !== undefined} onClick={onEdit}>
          Edit
        </Button>
      )}
      {onDefer && (
        <Button shortcut="d" onClick={onDefer}>
          Defer
        </Button>
      )}
    </div>
  );
}
