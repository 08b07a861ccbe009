// What does one key mean for many items? Pure: as few requests as possible, each all or nothing, and what is left out.
import { type Item, keyOf, type Request, type Way, waysOf } from "./ways.ts";

export interface Batch {
  way: Way;
  request: Request;
  items: Item[];
}

export interface Batches {
  batches: Batch[];
  /** What has to be decided one by one: a winner has to be chosen, or the key means nothing there. */
  left: Item[];
}

export function batchesOf(items: readonly Item[], key: string): Batches {
  const found = new Map<string, Batch>();
  const left: Item[] = [];
  for (const item of items) {
    const way = waysOf(item).find((one) => one.key === key);
    if (!way || "winner" in way.request.params) {
      left.push(item);
      continue;
    }
    const { ids, ...same } = way.request.params;
    const name = JSON.stringify([way.request.operation, same]);
    const batch = found.get(name) ?? { way, request: empty(way.request), items: [] };
    batch.request.params.ids = [...(batch.request.params.ids ?? []), ...(ids ?? [])];
    batch.items.push(item);
    found.set(name, batch);
  }
  return { batches: [...found.values()], left };
}

function empty(request: Request): Request {
  return { ...request, params: { ...request.params, ids: [] } } as Request;
}

export function keysOf(batches: readonly Batch[]): string[] {
  return batches.flatMap((batch) => batch.items.map(keyOf));
}
