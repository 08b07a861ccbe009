// What is looked for, and how? The question and its options as they stand in the address, and as `search` takes them.
import type { ParamsOf } from "../../api/call.ts";
import { NARROWING, narrowingParams, narrowings } from "../../components/narrowing.ts";
import { OPERATIONS } from "../../contract.ts";
import { choice, several, text, type ValuesOf } from "../../routing/query.ts";

export const { mode: MODES, arms: ARMS, group_by: GROUPS, states: STATES, sensitivity: SENSITIVITIES } = OPERATIONS.search.choices;
export const VIEWS = ["hits", "arms", "why"] as const;

export type Arm = (typeof ARMS)[number];

export const ASKED = {
  ...NARROWING,
  q: text(),
  mode: choice(MODES, "tokens"),
  arms: choice(ARMS, "hybrid"),
  group: choice(GROUPS, "none"),
  states: several(STATES, ["live"]),
  sensitivity: choice(["", ...SENSITIVITIES], ""),
  view: choice(VIEWS, "hits"),
  /** The arms that are compared. */
  compared: several(ARMS, ARMS),
  /** The record about which one asks why it is found, or not. */
  record: text(),
};

export type Asked = ValuesOf<typeof ASKED>;
export type ChangeAsked = (changed: Partial<Asked>, options?: { replace?: boolean }) => void;

/** One screen and a bit. */
const PAGE_HITS = 20;

export function searchParams(asked: Asked, arms: Arm = asked.arms): ParamsOf<"search"> {
  return {
    ...narrowingParams(asked),
    query: asked.q.trim(),
    mode: asked.mode,
    arms: asked.mode === "tokens" ? arms : "hybrid",
    group_by: asked.group,
    states: asked.states,
    sensitivity: asked.sensitivity || undefined,
    limit: PAGE_HITS,
    explain: true,
  };
}

/** How many options behind “More options” differ from what they are by themselves. */
export function optionsSet(asked: Asked): number {
  const only = asked.states.length === 1 && asked.states[0] === "live";
  return narrowings(asked) + [!only, asked.sensitivity].filter(Boolean).length;
}
