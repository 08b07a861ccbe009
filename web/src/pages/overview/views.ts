// What does the address say about the overview? Which view, over which time, and what is predicted.
import type { MetricsParams } from "../../contract.ts";
import { OPERATIONS } from "../../contract.ts";
import { choice, text } from "../../routing/query.ts";

export const VIEWS = [
  { name: "now", label: "Now" },
  { name: "plots", label: "Plots" },
] as const;
export const VIEW = { view: choice(["now", "plots"], "now") };

type Range = NonNullable<MetricsParams["range"]>;
export const PLOTS = {
  range: choice(OPERATIONS.metrics.choices.range, "90d"),
  /** Which measure of recall is drawn; the first one when left out. */
  measure: text(),
  cache: choice(["", "day", "week"], ""),
};

export const RANGES: readonly { value: Range; label: string }[] = [
  { value: "7d", label: "7 days" },
  { value: "30d", label: "30 days" },
  { value: "90d", label: "90 days" },
  { value: "365d", label: "A year" },
  { value: "all", label: "Everything" },
];

/** Days as long as they can be told apart, then weeks. */
export function metricsParams(range: Range): MetricsParams {
  return { range, bucket: range === "365d" || range === "all" ? "week" : "day" };
}
