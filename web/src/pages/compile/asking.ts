// What is asked for? The task and its options as they stand in the address, and as `compile` takes them.
import type { ParamsOf } from "../../api/call.ts";
import { NARROWING, narrowingParams, narrowings } from "../../components/narrowing.ts";
import { OPERATIONS, type OmittedView } from "../../contract.ts";
import { choice, count, flag, text, type ValuesOf } from "../../routing/query.ts";

export const { model: MODELS, format: FORMATS, size: SIZES, handles: HANDLES } = OPERATIONS.compile.choices;
export const VIEWS = ["text", "lines", "omitted", "findings", "compare", "manifest"] as const;
/** Why something can be left out, in the order in which people ask. */
export const REASONS: readonly OmittedView["reason"][] = [
  "budget",
  "limit",
  "below_threshold",
  "duplicate",
  "superseded",
  "stale",
  "not_valid",
  "gone",
  "scope",
  "sensitive",
];

export const ASKED = {
  ...NARROWING,
  task: text(),
  budget: count(0),
  characters: count(0),
  model: choice(["", ...MODELS], ""),
  format: choice(["", ...FORMATS], ""),
  size: choice(SIZES, "full"),
  handles: choice(HANDLES, "all"),
  focus: text(),
  nearest: flag(),
  now: text(),
  view: choice(VIEWS, "text"),
  /** The line that is looked at, by the id of its item. */
  line: text(),
  section: text(),
  reason: choice(["", ...REASONS], ""),
};

export type Asked = ValuesOf<typeof ASKED>;
export type ChangeAsked = (changed: Partial<Asked>, options?: { replace?: boolean }) => void;

export function compileParams(asked: Asked): ParamsOf<"compile"> {
  return {
    ...narrowingParams(asked),
    query: asked.task.trim() || undefined,
    token_budget: asked.budget || undefined,
    max_characters: asked.characters || undefined,
    model: asked.model || undefined,
    format: asked.format || undefined,
    size: asked.size,
    handles: asked.handles,
    focus_subjects: subjectsOf(asked.focus),
    nearest: asked.nearest || undefined,
    now: asked.now || undefined,
    explain: true,
  };
}

/** How many options behind “More options” differ from what they are by themselves. */
export function optionsSet(asked: Asked): number {
  const own = [asked.characters, asked.focus, asked.nearest, asked.now, asked.handles !== "all"];
  return narrowings(asked) + own.filter(Boolean).length;
}

/** Subject keys stand in one field, apart by commas or spaces. */
export function subjectsOf(given: string): string[] | undefined {
  const found = given.split(/[\s,]+/).filter(Boolean);
  return found.length ? found : undefined;
}
