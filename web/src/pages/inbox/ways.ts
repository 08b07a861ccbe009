// What can be decided about an item, and by which key? Pure: the ways out that the queue names, as buttons.
import type { ReviewParams, ReviewQueueReviewView, SetStateParams, VerifyParams } from "../../contract.ts";

export type Item = ReviewQueueReviewView;

/** One way out: `a` says yes, `r` says no, whatever the question is. */
export interface Way {
  key: string;
  label: string;
  /** What it means, as the queue says it. */
  meaning: string;
  tone: "primary" | "plain";
  request: Request;
  /** What the status line begins with afterwards. */
  done: string;
  /** What is asked first, with what would change: these change more than one record. */
  asking?: string;
}

export type Request =
  | { operation: "review"; params: ReviewParams }
  | { operation: "set_state"; params: SetStateParams }
  | { operation: "verify"; params: VerifyParams };

/** What is written down names itself; what was only found is named by what it is about. */
export function keyOf(item: Item): string {
  return item.id ?? [item.kind, ...item.records.map(({ record }) => record.id)].join(":");
}

const QUESTIONS: Record<string, string> = {
  suggestion: "Hold this from now on?",
  conflict: "Which of these holds?",
  duplicate: "Do these say the same?",
  stale: "Does this still hold?",
  doubtful: "Does this still hold, though what it rests on has changed?",
  procedure: "Is this how it is done?",
  question: "What is the answer?",
};

export function questionOf(item: Item): string {
  return QUESTIONS[item.kind] ?? "What is to be done with this?";
}

/** The record that an item is about: the newcomer, or the one in question. */
export function mainRecord(item: Item) {
  const main = item.records.find(({ role }) => role === "proposed" || role === "subject") ?? item.records[0];
  return main?.record;
}

export function titleOf(item: Item): string {
  const record = mainRecord(item);
  return record?.statement ?? `${record?.kind ?? item.kind} ${record?.handle ?? ""} (${record?.withheld ?? "erased"})`;
}

export function waysOf(item: Item): Way[] {
  const picks = item.actions.filter(({ request }) => paramsOf(request).action === "pick").length;
  return [...item.actions.map(({ message, request }) => wayOf(item, picks, message, request as unknown as Request)), ...otherMerges(item)];
}

function wayOf(item: Item, picks: number, meaning: string, given: Request): Way {
  const request = { operation: given.operation, params: given.params } as Request;
  const way = { meaning, request, tone: "plain" as const };
  if (request.operation === "verify") return { ...way, key: "a", label: "Still holds", tone: "primary", done: "Confirmed" };
  if (request.operation === "set_state") return { ...way, key: "r", label: "Take out of use", done: "Archived" };
  switch (request.params.action) {
    case "accept":
      return { ...way, key: "a", label: "Accept", tone: "primary", done: "Accepted" };
    case "reject":
      return { ...way, key: "r", label: "Reject", done: "Rejected" };
    case "confirm":
      return { ...way, key: "a", label: "Still holds", tone: "primary", done: "Confirmed" };
    case "merge":
      return { ...way, key: "a", label: "Merge", tone: "primary", done: "Merged", asking: "Merge these into one?" };
    case "pick":
      return { ...way, ...pickOf(item, picks, request.params.winner), done: "Decided:" };
    default:
      return { ...way, ...(RESOLVING[item.kind] ?? { key: "a", label: "Close" }), done: "Closed" };
  }
}

/** To close without changing a record means something else for each kind. */
const RESOLVING: Record<string, { key: string; label: string }> = {
  conflict: { key: "b", label: "Let both hold" },
  duplicate: { key: "r", label: "Keep apart" },
};

/** Between a newcomer and what is held, yes and no are enough; otherwise the records have numbers. */
function pickOf(item: Item, picks: number, winner: string | undefined): Pick<Way, "key" | "label" | "asking"> {
  const index = item.records.findIndex(({ record }) => record.id === winner);
  const [role, handle] = [item.records[index]?.role, item.records[index]?.record.handle ?? ""];
  const asking = `Let m:${handle} hold, and nothing that contradicts it?`;
  if (picks === 2 && role === "proposed") return { key: "a", label: "The new one holds", asking };
  if (picks === 2 && role === "held") return { key: "r", label: "What is held stays", asking };
  return { key: String(index + 1), label: `m:${handle} holds`, asking };
}

/** Duplicates can be merged into any of them; the queue only names the preferred one. */
function otherMerges(item: Item): Way[] {
  const first = item.actions.find(({ request }) => paramsOf(request).action === "merge");
  if (item.kind !== "duplicate" || !first) return [];
  return item.records.flatMap(({ record }, index) => {
    if (record.id === item.preferred || record.state !== "live") return [];
    const params: ReviewParams = { ...(paramsOf(first.request) as unknown as ReviewParams), winner: record.id };
    const label = `Merge into m:${record.handle}`;
    const meaning = `Keep m:${record.handle}; the others are merged into it.`;
    const request = { operation: "review", params } as const;
    return [{ key: String(index + 1), label, meaning, tone: "plain", request, done: "Merged", asking: `${label}?` }];
  });
}

function paramsOf(request: Record<string, unknown> | undefined): Record<string, unknown> {
  return (request?.params ?? {}) as Record<string, unknown>;
}

/** What somebody can say in other words: a suggestion before it is held, or what may no longer hold. */
export function editOf(item: Item): { how: "accept" | "revise"; id: string; statement: string } | undefined {
  const record = mainRecord(item);
  if (!record?.statement || item.state === "resolved") return undefined;
  const { statement } = record;
  if (item.kind === "suggestion" && item.id && record.state === "suggested") return { how: "accept", id: item.id, statement };
  if ((item.kind === "stale" || item.kind === "doubtful") && record.state === "live") return { how: "revise", id: record.id, statement };
  return undefined;
}

/** Only what is written down can come back later. */
export function canDefer(item: Item): boolean {
  return item.id !== undefined && item.state !== "resolved";
}
