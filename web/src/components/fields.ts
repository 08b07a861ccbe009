// Which fields of an object differ? Pure: before and after in, the changed fields as texts out.
import { spoken } from "./wording.ts";

export interface ChangedField {
  name: string;
  before: string;
  after: string;
}

type Fields = Record<string, unknown> | undefined;

export function changedFields(from: Fields, to: Fields): ChangedField[] {
  const [before, after] = [flat(from), flat(to)];
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .map((name) => ({ name, before: asText(before?.[name]), after: asText(after?.[name]) }))
    .filter((field) => field.before !== field.after);
}

/** The journal keeps an object as its state and its content: both are fields of the same thing. */
function flat(fields: Fields): Fields {
  const { content, ...rest } = fields ?? {};
  return typeof content === "object" && content !== null ? { ...rest, ...content } : fields;
}

/** A text stays as it is; anything else is shown as JSON. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value, undefined, 1);
}

/** What an object of the journal says, where it is something that says something. */
export function statementOf(side: Fields): string | undefined {
  const { content } = side ?? {};
  if (typeof content !== "object" || content === null || !("statement" in content)) return undefined;
  return typeof content.statement === "string" ? content.statement : undefined;
}

/** “live → superseded”: where an object of the journal went; empty where it stayed. */
export function movement(before: Fields, after: Fields): string {
  const [from, to] = [before?.state, after?.state].map((state) => (typeof state === "string" ? spoken(state) : undefined));
  if (from === to) return "";
  return `${from ?? "nothing"} → ${to ?? "nothing"}`;
}
