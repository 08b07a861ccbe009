// How does a person's decision become a write? Sent; where a confirmation is asked for, shown first and then sent again.
import { OPERATIONS, type Preview } from "../contract.ts";
import { createStore } from "../state/store.ts";
import { type Answer, type Confirmations, call, newKey, type OperationName, type ParamsOf } from "./call.ts";
import { Refused } from "./refused.ts";

/** What the dialog shows while it waits for the person. */
export interface Pending {
  /** Which question it is: the next one begins anew. */
  key: string;
  title: string;
  operation: string;
  target: Record<string, unknown>;
  preview: Preview | undefined;
  danger: boolean;
  /** What cannot be taken back, or what else follows, in a sentence. */
  warning: string | undefined;
  /** The operation demands a person's word: name and reason have to be given. */
  demanded: boolean;
  decide(decision: Decision | undefined): void;
}

interface Decision {
  reason: string;
  approvedBy: string;
}

interface CarryOutOptions {
  /** The question over the dialog, such as “Restore this backup?” */
  title: string;
  /** Show the preview and ask even where the operation does not demand it. */
  always?: boolean;
  danger?: boolean;
  /** Said above the preview: what the diff alone does not tell. */
  warning?: string;
}

/** What waits for an answer; `ConfirmDialog` shows it. */
export const pending = createStore<Pending | undefined>(undefined);

/** Carries a write out; undefined when the person thought better of it. Throws `Refused` like `call`. */
export async function carryOut<Name extends OperationName>(
  operation: Name,
  params: ParamsOf<Name>,
  options: CarryOutOptions,
): Promise<Answer<Name> | undefined> {
  const key = newKey();
  if (!options.always) {
    try {
      return await call(operation, params, { key });
    } catch (problem) {
      if (!(problem instanceof Refused) || !problem.asked) throw problem;
      return confirmed(operation, params, { ...options, key, target: problem.asked.target });
    }
  }
  return confirmed(operation, params, { ...options, key });
}

type Asking = CarryOutOptions & { key: string; target?: Record<string, unknown> };

async function confirmed<Name extends OperationName>(
  operation: Name,
  params: ParamsOf<Name>,
  asking: Asking,
): Promise<Answer<Name> | undefined> {
  const shown = await call(operation, { ...params, dry_run: true });
  const decision = await ask(operation, asking, shown.preview);
  if (!decision) return undefined;
  const reasoned = OPERATIONS[operation].reasoned && decision.reason ? { ...params, reason: decision.reason } : params;
  const send = (target: Record<string, unknown> | undefined) =>
    call(operation, reasoned, {
      key: asking.key,
      confirmations: target && confirmation(operation, target, decision, shown.preview),
    });
  try {
    return await send(asking.target);
  } catch (problem) {
    // Asked by choice, and it turns out that the operation demands it: the person has answered already.
    if (asking.target || !(problem instanceof Refused) || !problem.asked) throw problem;
    return send(problem.asked.target);
  }
}

function ask(operation: OperationName, asking: Asking, preview: Preview | undefined): Promise<Decision | undefined> {
  pending.get()?.decide(undefined);
  return new Promise((resolve) => {
    pending.set({
      key: asking.key,
      title: asking.title,
      operation,
      target: asking.target ?? {},
      preview,
      danger: asking.danger ?? false,
      warning: asking.warning,
      demanded: asking.target !== undefined || OPERATIONS[operation].confirmed,
      decide(decision) {
        pending.set(undefined);
        resolve(decision);
      },
    });
  });
}

function confirmation(
  operation: string,
  target: Record<string, unknown>,
  decision: Decision,
  preview: Preview | undefined,
): Confirmations {
  return {
    approved_by: decision.approvedBy,
    reason: decision.reason,
    operation,
    target,
    ...(preview ? { preview_hash: preview.preview_hash } : {}),
  };
}
