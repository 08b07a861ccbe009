// What is a page of this page? One line of the registry.
import type { ComponentType } from "preact";

export interface Page {
  /** Where it is; also what the navigation links to. */
  path: string;
  /** Further patterns that it shows, such as `/records/:id`; a match's parts are its props. */
  patterns?: readonly string[];
  title: string;
  /** An SVG path in a box of 24 × 24, drawn as a line. */
  icon: string;
  /** The second key after `g` that goes there. */
  key: string;
  component: ComponentType<PageProps>;
  /** A number for the navigation, from `health`. */
  badge?: "waiting_for_review";
}

/** What the patterns of a page caught, such as `id`. */
export type PageProps = Record<string, string | undefined>;
