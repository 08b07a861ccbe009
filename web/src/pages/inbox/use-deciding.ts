// How does a key become a decision? What is open beside the list, what is selected, and what is sent.
import { useState } from "preact/hooks";
import { type Answer, call, mayCall, type OperationName } from "../../api/call.ts";
import { carryOut } from "../../api/carry-out.ts";
import { counted, shortened } from "../../components/wording.ts";
import type { WakeInput } from "../../contract.ts";
import { type Batch, keysOf } from "./batches.ts";
import { focusItem } from "./focus.ts";
import { following } from "./moving.ts";
import type { Deciding } from "./use-decisions.ts";
import type { Queue } from "./use-queue.ts";
import { canDefer, editOf, type Item, keyOf, type Request, titleOf, type Way, waysOf } from "./ways.ts";

/** What is open beside the list: a form, or a question about everything selected. */
export type Open = "edit" | "defer" | { bulk: "a" | "r" };

export function useDeciding(queue: Queue) {
  const { item, keys, chosen, decisions, look } = queue;
  const [selected, select] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<Open>();

  const decide = (gone: string[], text: string, work: Deciding["work"], asks = false) =>
    decisions.decide({
      keys: gone,
      text,
      work,
      asks,
      onGone() {
        setOpen(undefined);
        select((before) => new Set([...before].filter((key) => !gone.includes(key))));
        look(following(keys, gone));
      },
    });
  const edit = item && editOf(item);
  return {
    selected,
    select,
    marked: queue.rows.filter((one) => selected.has(keyOf(one))),
    open,
    setOpen,
    close() {
      setOpen(undefined);
      focusItem(chosen);
    },
    ways: item ? waysOf(item).filter(({ request }) => mayCall(request.operation)) : [],
    edit: edit && mayCall(edit.how === "accept" ? "review" : "revise") ? edit : undefined,
    defers: item !== undefined && canDefer(item) && mayCall("review"),
    undoes: decisions.undoable && mayCall("undo"),
    undo: () => void decisions.undo(look),
    follow(about: Item, way: Way) {
      void decide([keyOf(about)], `${way.done} ${named(about)}`, async () => [await send(way)], way.asking !== undefined);
    },
    followMany(batches: readonly Batch[]) {
      const gone = keysOf(batches);
      for (const { way, request, items } of batches) {
        void decide(gone, `${way.done} ${counted(items.length, "item")}`, async () => [await sent(request)]);
      }
    },
    defer(about: Item, wake: WakeInput, until: string) {
      const ids = about.id ? [about.id] : [];
      const work = async () => [await call("review", { action: "defer", ids, wake })];
      void decide([keyOf(about)], `Deferred ${named(about)} ${until}`, work);
    },
    /** Carries out an edit, and tells whether it was; what was typed stays until then. */
    edited: (about: Item, done: string, work: () => Promise<Answer<OperationName>>) =>
      decide([keyOf(about)], `${done} ${named(about)}`, async () => [await work()], true),
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
