// What is next? The items in the order in which they press, with the keys to walk through and select them.
import { WordBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { isTyping, step } from "../../components/keys.ts";
import { Empty } from "../../components/problem.tsx";
import { Timestamp } from "../../components/timestamp.tsx";
import { counted, spoken } from "../../components/wording.ts";
import { Link } from "../../routing/link.tsx";
import { writeQuery } from "../../routing/query.ts";
import { FILTERS, type Filters } from "./filters.ts";
import { rowId } from "./focus.ts";
import type { Queue } from "./use-queue.ts";
import { type Item, keyOf, mainRecord, titleOf } from "./ways.ts";

interface QueueListProps {
  queue: Queue;
  selected: ReadonlySet<string>;
  onSelect(selected: ReadonlySet<string>): void;
  onBulk(key: "a" | "r"): void;
}

/** Where an item is shown: the list as it is filtered, and the item. */
export function addressOf(filters: Filters, id: string): string {
  return `/inbox${writeQuery(FILTERS, "", { ...filters, id })}`;
}

export function QueueList({ queue, selected, onSelect, onBulk }: QueueListProps) {
  const { rows, keys, chosen, filters, pages } = queue;
  const walk = (event: KeyboardEvent) => {
    if (isTyping(event.target)) return;
    const next = keys[step(event.key, keys.indexOf(chosen), keys.length, "column") ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    queue.look(next);
  };
  const toggle = (key: string, held: boolean) =>
    onSelect(new Set(held ? [...selected, key] : [...selected].filter((one) => one !== key)));
  if (rows.length === 0) return pages.loading ? null : <Nothing filters={filters} />;
  return (
    <>
      <Selection count={keys.filter((key) => selected.has(key)).length} all={keys} onSelect={onSelect} onBulk={onBulk} />
      {(pages.outdated || pages.skipped > 0) && (
        <p class="outdated" role="status">
          {pages.outdated ? "Something changed." : `${counted(pages.skipped, "earlier item is", "earlier items are")} no longer shown.`}{" "}
          <Button onClick={pages.reload}>Back to the first</Button>
        </p>
      )}
      <ol class="queue" aria-label="Items" onKeyDown={walk}>
        {rows.map((item) => (
          <Row
            key={keyOf(item)}
            item={item}
            address={addressOf(filters, keyOf(item))}
            chosen={keyOf(item) === chosen}
            selected={selected.has(keyOf(item))}
            onSelect={(held) => toggle(keyOf(item), held)}
          />
        ))}
        {pages.more && (
          <li class="more">
            <Button onClick={pages.more} busy={pages.loading}>
              Load more
            </Button>
          </li>
        )}
      </ol>
    </>
  );
}

interface RowProps {
  item: Item;
  address: string;
  chosen: boolean;
  selected: boolean;
  onSelect(held: boolean): void;
}

function Row({ item, address, chosen, selected, onSelect }: RowProps) {
  const record = mainRecord(item);
  return (
    <li data-chosen={chosen}>
      <label class="queue-mark">
        <input
          type="checkbox"
          checked={selected}
          tabIndex={chosen ? 0 : -1}
          aria-label={`Select ${titleOf(item)}`}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      </label>
      <Link id={rowId(keyOf(item))} to={address} tabIndex={chosen ? 0 : -1} aria-current={chosen ? "true" : undefined}>
        <span class="row">
          <WordBadge word={item.kind} />
          <span class="faint">{record && spoken(record.kind)}</span>
          <span class="faint">{item.opened_at ? <Timestamp at={item.opened_at} relative /> : "found just now"}</span>
        </span>
        <span class="clamp">{titleOf(item)}</span>
      </Link>
    </li>
  );
}

interface SelectionProps extends Omit<QueueListProps, "queue" | "selected"> {
  count: number;
  all: readonly string[];
}

function Selection({ count, all, onSelect, onBulk }: SelectionProps) {
  return (
    <div class="queue-selection row">
      <span role="status">{count ? `${counted(count, "item")} selected` : counted(all.length, "item")}</span>
      {count < all.length && <Button onClick={() => onSelect(new Set(all))}>Select all</Button>}
      {count > 0 && (
        <>
          <Button shortcut="⇧A" onClick={() => onBulk("a")}>
            Yes to all
          </Button>
          <Button shortcut="⇧R" onClick={() => onBulk("r")}>
            No to all
          </Button>
          <Button tone="quiet" onClick={() => onSelect(new Set())}>
            Clear
          </Button>
        </>
      )}
    </div>
  );
}

function Nothing({ filters }: { filters: Filters }) {
  if (filters.kind) {
    return (
      <Empty title={`Nothing of the kind “${spoken(filters.kind)}”`}>
        <Link to={addressOf({ ...filters, kind: "" }, "")}>Show every kind</Link>
      </Empty>
    );
  }
  if (filters.state === "open") {
    return (
      <Empty title="Nothing waits for a decision">
        <p>What clients may only suggest, what contradicts, and what may no longer hold appears here by itself.</p>
      </Empty>
    );
  }
  return <Empty title={filters.state === "deferred" ? "Nothing is deferred" : "Nothing has been decided yet"} />;
}
