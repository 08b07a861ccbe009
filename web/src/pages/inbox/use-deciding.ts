// How does a key become a decision? What is open beside the list, what is selected, and what is sent.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Answer, call, mayCall, type OperationName } from "../../api/call.ts";
import { carryOut } from "../../api/carry-out.ts";
import { counted, shortened } from "../../components/wording.ts";
import type { WakeInput } from "../../contract.ts";
import { type Batch, keysOf } from "./batches.ts";
import { focusItem } from "./focus.ts";
import { following } from "./moving.ts";
import type { Editing } from "./edit.tsx";
import type { Deciding } from "./use-decisions.ts";
import type { Queue } from "./use-queue.ts";
import { canDefer, editOf, type Item, keyOf, type Request, titleOf, type Way, waysOf } from "./ways.ts";

/** What is open beside the list: a form, or a question about everything selected. */
export type Open = { edit: Editing } | { bulk: "a" | "r" } | "defer";

export function useDeciding(queue: Queue) {
  const { item, keys, chosen, decisions, look } = queue;
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [open, showOpen] = useState<Open>();
  const opened = useRef<Open>(undefined);
  const setOpen = (next: Open | undefined) => {
    opened.current = next;
    showOpen(next);
  };
  // Before the next key arrives: later, what a quick hand has just opened about this item would close again.
  useLayoutEffect(() => setOpen(undefined), [chosen]);

  /** `leaving` is everything that goes at the same time, where that is more than this decision's own. */
  const decide = (deciding: Omit<Deciding, "onGone">, leaving = deciding.keys) =>
    decisions.decide({
      ...deciding,
      onGone() {
        setOpen(undefined);
        select((before) => new Set([...before].filter((key) => !leaving.includes(key))));
        look(following(keys, leaving));
      },
    });
  const editing = item && editOf(item);
  const edits = editing && mayCall(editing.how === "accept" ? "review" : "revise");
  return {
    selected,
    select,
    marked: queue.rows.filter((one) => selected.has(keyOf(one))),
    open,
    setOpen,
    /** Something is open, or about to be: what is typed from now on belongs to it. */
    isOpen: () => opened.current !== undefined,
    close() {
      setOpen(undefined);
      focusItem(chosen);
    },
    /** Goes to another item, and closes what was open about this one. */
    move(key: string | undefined) {
      setOpen(undefined);
      look(key);
    },
    ways: item ? waysOf(item).filter(({ request }) => mayCall(request.operation)) : [],
    /** Opens the form; the item is named in the address, so that it stays whatever happens to the list. */
    edit:
      editing && edits
        ? () => {
            queue.change({ id: chosen }, { replace: true });
            setOpen({ edit: editing });
          }
        : undefined,
    defers: item !== undefined && canDefer(item) && mayCall("review"),
    undoes: decisions.undoable && mayCall("undo"),
    undo: () => void decisions.undo(look),
    follow(about: Item, way: Way) {
      const asks = way.asking !== undefined;
      void decide({ keys: [keyOf(about)], text: `${way.done} ${named(about)}`, work: async () => [await send(way)], asks });
    },
    followMany(batches: readonly Batch[]) {
      for (const { way, request, items } of batches) {
        const text = `${way.done} ${counted(items.length, "item")}`;
        void decide({ keys: items.map(keyOf), text, work: async () => [await sent(request)] }, keysOf(batches));
      }
    },
    defer(about: Item, wake: WakeInput, until: string) {
      const ids = about.id ? [about.id] : [];
      const work = async () => [await call("review", { action: "defer", ids, wake })];
      void decide({ keys: [keyOf(about)], text: `Deferred ${named(about)} ${until}`, work });
    },
    /** Carries out an edit, and tells whether it was; what was typed stays until then. */
    edited: (about: Item, done: string, work: () => Promise<Answer<OperationName>>) =>
      decide({ keys: [keyOf(about)], text: `${done} ${named(about)}`, work: async () => [await work()], asks: true }),
  };
}

function sent(request: Request) {
  return call(request.operation, request.params);
}

function send(way: Way) {
  if (way.asking === undefined) return sent(way.request);
  return carryOut(way.request.operation, way.request.params, { title: way.asking, always: true });
}

/** As much of a statement as the status line has room for. */
const NAME_CHARACTERS = 60;

function named(item: Item): string {
  return `“${shortened(titleOf(item), NAME_CHARACTERS)}”`;
}
