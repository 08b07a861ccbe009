// What did a run do? Pure: the numbers of its report as a line; what did nothing is not told.
import { grouped, spoken } from "../../components/wording.ts";

export function reported(report: Record<string, unknown>): string {
  return Object.entries(report)
    .flatMap(([pass, did]) => {
      const told = numbers(did);
      return told.length ? [`${spoken(pass)}: ${told.join(", ")}`] : [];
    })
    .join("; ");
}

function numbers(did: unknown): string[] {
  if (typeof did === "number") return did ? [grouped(did)] : [];
  if (typeof did !== "object" || did === null) return [];
  return Object.entries(did).flatMap(([name, count]) =>
    typeof count === "number" && count !== 0 ? [`${grouped(count)} ${spoken(name)}`] : [],
  );
}
