// What becomes of a decision? The item goes at once, the writes follow one by one; what was refused comes back.
import { useRef, useState } from "preact/hooks";
import { type Answer, call, type OperationName } from "../../api/call.ts";
import { asRefused, type Refused } from "../../api/refused.ts";

/** What the status line says. */
export interface Told {
  text: string;
  error?: Refused;
  /** What it is about, to go there again. */
  key?: string | undefined;
}

interface Done {
  text: string;
  keys: string[];
  operations: string[];
}

export interface Deciding {
  keys: string[];
  /** What has been done, such as “Accepted m:k3v9qd2a”. */
  text: string;
  /** Carries it out; no answers at all when the person thought better of it. */
  work(): Promise<(Answer<OperationName> | undefined)[]>;
  /** Something is asked before it is done: the item stays until then. */
  asks?: boolean;
  /** The items leave the list now: look at another one. */
  onGone(): void;
}

export interface Decisions {
  /** Tells whether an item was decided after the list was read. */
  hides(key: string): boolean;
  told: Told | undefined;
  undoable: boolean;
  /** Tells whether it was carried out. */
  decide(deciding: Deciding): Promise<boolean>;
  undo(onBack: (key: string) => void): Promise<void>;
}

/** `seq` is the write up to which the list knows everything. */
export function useDecisions(seq: number | undefined): Decisions {
  const [gone, setGone] = useState<ReadonlyMap<string, number>>(new Map());
  const [told, tell] = useState<Told>();
  const [done, setDone] = useState<readonly Done[]>([]);
  const history = useRef<readonly Done[]>(done);
  const chain = useRef<Promise<unknown>>(Promise.resolve());
  const asking = useRef(false);

  const remember = (next: readonly Done[]) => setDone((history.current = next));
  const hide = (keys: readonly string[], at: number) =>
    setGone((before) => new Map([...before, ...keys.map((key) => [key, at] as const)]));
  const show = (keys: readonly string[]) => setGone((before) => new Map([...before].filter(([key]) => !keys.includes(key))));
  /** One after the other: what was pressed first is written first. */
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = chain.current.then(work);
    chain.current = turn.catch(() => undefined);
    return turn;
  };

  const carryOut = async ({ keys, text, work, asks = false, onGone }: Deciding): Promise<boolean> => {
    try {
      const answers = (await work()).filter((answer) => answer !== undefined);
      if (answers.length === 0) return false;
      hide(keys, Math.max(...answers.map(({ provenance }) => provenance.snapshot_seq ?? Infinity)));
      remember([...history.current, { text, keys, operations: answers.flatMap(({ provenance }) => provenance.operation_id ?? []) }]);
      tell({ text });
      if (asks) onGone();
      return true;
    } catch (problem) {
      show(keys);
      tell({ text: "Not done, and nothing has changed.", error: asRefused(problem), key: keys[0] });
      return false;
    }
  };

  const undo = async (onBack: (key: string) => void): Promise<void> => {
    const last = history.current.at(-1);
    if (!last) return;
    try {
      await call("undo", { operations: last.operations });
      remember(history.current.slice(0, -1));
      show(last.keys);
      tell({ text: `Undone: ${last.text}` });
      if (last.keys[0]) onBack(last.keys[0]);
    } catch (problem) {
      tell({ text: "Not undone, and nothing has changed.", error: asRefused(problem) });
    }
  };

  return {
    hides: (key) => (gone.get(key) ?? -1) > (seq ?? -1),
    told,
    undoable: done.length > 0,
    async decide(deciding) {
      // While a question is on its way, another key is impatience, not a second decision.
      if (asking.current) return false;
      if (deciding.asks) {
        asking.current = true;
      } else {
        hide(deciding.keys, Infinity);
        deciding.onGone();
      }
      const done = await inTurn(() => carryOut(deciding));
      if (deciding.asks) asking.current = false;
      return done;
    },
    undo: (onBack) => inTurn(() => undo(onBack)),
  };
}
