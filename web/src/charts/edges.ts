// How is a sort of relation told from the others? By its colour, its line and its name, the same in every graph.
import { OPERATIONS } from "../contract.ts";

const TYPES: readonly string[] = OPERATIONS.relationships.choices.types;
const COLOURS = 6;

export interface EdgeLook {
  series: number;
  dashed: boolean;
}

/** There are more types than colours that can be told apart: the further ones are dashed. */
export function lookOf(type: string): EdgeLook | undefined {
  const index = TYPES.indexOf(type);
  return index < 0 ? undefined : { series: (index % COLOURS) + 1, dashed: index >= COLOURS };
}
