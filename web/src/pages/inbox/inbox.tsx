// What waits for a decision? A list at the left, the chosen item at the right, and a key for everything.
import { mayCall } from "../../api/call.ts";
import { PageHeader } from "../../components/page-header.tsx";
import { Loading, Problem } from "../../components/problem.tsx";
import { type Shortcut, useShortcuts } from "../../components/shortcuts.tsx";
import { counted } from "../../components/wording.ts";
import { Bulk } from "./bulk.tsx";
import { Choices } from "./choices.tsx";
import { Defer } from "./defer.tsx";
import type { Filters } from "./filters.ts";
import { ItemView } from "./item.tsx";
import { neighbour } from "./moving.ts";
import { addressOf, QueueList } from "./queue-list.tsx";
import { Status } from "./status.tsx";
import { useDeciding } from "./use-deciding.ts";
import { type Queue, useQueue } from "./use-queue.ts";

export function Inbox() {
  const queue = useQueue();
  const deciding = useDeciding(queue);
  const { filters, pages, item, single } = queue;
  const { open, close } = deciding;
  useShortcuts(shortcutsOf(queue, deciding));
  return (
    <>
      <PageHeader title="Inbox" lead={queue.total !== undefined && waiting(queue.total, filters.state)} />
      <Choices
        filters={filters}
        counts={queue.counts}
        onChoose={(chosen) => {
          deciding.select(new Set());
          queue.change({ ...chosen, id: "" });
        }}
      />
      <Problem error={pages.error} onRetry={pages.reload} />
      <div class="inbox" data-view={filters.id ? "item" : "list"}>
        <div class="inbox-list">
          <Loading active={pages.loading} />
          <QueueList queue={queue} selected={deciding.selected} onSelect={deciding.select} onBulk={(bulk) => deciding.setOpen({ bulk })} />
        </div>
        {item ? <Item queue={queue} deciding={deciding} /> : <Problem error={single.error} onRetry={single.reload} />}
      </div>
      <Status told={queue.decisions.told} undoable={deciding.undoes} onUndo={deciding.undo} onGo={deciding.move} />
      {open === "defer" && item && (
        <Defer item={item} onClose={close} onDefer={(wake, until) => deciding.defer(item, wake, until)} />
      )}
      {typeof open === "object" && "bulk" in open && (
        <Bulk items={deciding.marked} answer={open.bulk} onClose={close} onDecide={deciding.followMany} />
      )}
    </>
  );
}

type DecidingNow = ReturnType<typeof useDeciding>;

function Item({ queue, deciding }: { queue: Queue; deciding: DecidingNow }) {
  const { item } = queue;
  const { open } = deciding;
  if (!item) return null;
  return (
    <ItemView
      key={queue.chosen}
      item={item}
      ways={deciding.ways}
      back={addressOf(queue.filters, "")}
      editing={typeof open === "object" && "edit" in open ? open.edit : undefined}
      onWay={(way) => deciding.follow(item, way)}
      onEdit={deciding.edit}
      onEdited={(work, done) => deciding.edited(item, done, work)}
      onDefer={deciding.defers ? () => deciding.setOpen("defer") : undefined}
      onClose={deciding.close}
    />
  );
}

function shortcutsOf({ item, keys, chosen }: Queue, deciding: DecidingNow): Shortcut[] {
  const { selected, select, setOpen, move } = deciding;
  const moving = [
    { keys: "j", does: "Next item", run: () => move(neighbour(keys, chosen, 1)) },
    { keys: "k", does: "Item before", run: () => move(neighbour(keys, chosen, -1)) },
  ];
  // These are there before there is anything to do for them: a quick hand may be ahead of the page.
  const undoing = { keys: "u", does: "Undo the last decision", run: deciding.undo };
  const many = (bulk: "a" | "r") => deciding.marked.length > 0 && setOpen({ bulk });
  const marking = {
    keys: "x",
    does: "Select it, or no longer",
    run: () => select(new Set(selected.has(chosen) ? [...selected].filter((key) => key !== chosen) : [...selected, chosen])),
  };
  const bulk = [
    { keys: "A", does: "Say yes to everything selected", run: () => many("a") },
    { keys: "R", does: "Say no to everything selected", run: () => many("r") },
    { keys: "Escape", does: "Select nothing", run: () => select(new Set()) },
  ];
  const all = [
    ...moving,
    ...(item ? deciding.ways.map((way) => ({ keys: way.key, does: way.label, run: () => deciding.follow(item, way) })) : []),
    ...(deciding.edit ? [{ keys: "e", does: "Say it in other words", run: deciding.edit }] : []),
    ...(deciding.defers ? [{ keys: "d", does: "Defer it", run: () => setOpen("defer") }] : []),
    ...(mayCall("undo") ? [undoing] : []),
    marking,
    ...bulk,
  ];
  return all.map((one) => ({ ...one, run: () => !deciding.isOpen() && one.run() }));
}

function waiting(total: number, state: Filters["state"]): string {
  if (state === "resolved") return `${counted(total, "item was", "items were")} decided`;
  if (state === "deferred") return `${counted(total, "item waits", "items wait")} for later`;
  return `${counted(total, "item waits", "items wait")} for a decision`;
}
