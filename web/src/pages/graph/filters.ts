// What is drawn? The choices of the graph, as they stand in the address and as the operations take them.
import type { ParamsOf } from "../../api/call.ts";
import { OPERATIONS } from "../../contract.ts";
import { choice, count, flag, several, text, type ValuesOf } from "../../routing/query.ts";

export const VIEWS = ["work", "profile", "net"] as const;
export type View = (typeof VIEWS)[number];
export const { types: TYPES, direction: DIRECTIONS } = OPERATIONS.relationships.choices;
export const { status: STATUSES } = OPERATIONS.work_graph.choices;
export const DEPTHS = [1, 2, 3, 4];

export const CHOICES = {
  view: choice(VIEWS, "work"),
  root: text(),
  depth: count(2),
  direction: choice(DIRECTIONS, "both"),
  types: several(TYPES),
  status: several(STATUSES),
  here: flag(),
};

export type Choices = ValuesOf<typeof CHOICES>;

/** How many nodes are drawn at most: what fits a screen or two, and what a person can follow. */
const MOST = { net: 60, items: 60, section: 12 };

export function netParams({ root, depth, direction, types, here }: Choices): ParamsOf<"relationships"> | undefined {
  if (!root) return undefined;
  return {
    root_id: root,
    depth: DEPTHS.includes(depth) ? depth : 2,
    direction,
    types: types.length ? types : undefined,
    everywhere: !here,
    max_nodes: MOST.net,
  };
}

export function workParams({ status, here }: Choices): ParamsOf<"work_graph"> {
  return { status: status.length ? status : undefined, decisions: false, everywhere: !here, limit: MOST.items };
}

export function profileParams({ here }: Choices): ParamsOf<"profile_graph"> {
  return { everywhere: !here, limit: MOST.section };
}
