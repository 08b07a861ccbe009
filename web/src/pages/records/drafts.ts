// What would be kept? Pure: what somebody typed in, what `ingest` takes out, and what is still wrong with it.
import type { ParamsOf } from "../../api/call.ts";
import { type IngestParams, OPERATIONS, type Template } from "../../contract.ts";

type Conflict = NonNullable<IngestParams["on_conflict"]>;
type Scope = NonNullable<IngestParams["scope"]>;
type Sensitivity = NonNullable<IngestParams["sensitivity"]>;

export interface Draft {
  statement: string;
  subject: string;
  evidence: string;
  payload: string;
  confidence: string;
  scope: Scope;
  conflict: Conflict;
  sensitivity: Sensitivity;
}

export const EMPTY: Draft = {
  statement: "",
  subject: "",
  evidence: "",
  payload: "",
  confidence: "",
  scope: "project",
  conflict: "refuse",
  sensitivity: "normal",
};

export const { scope: SCOPES } = OPERATIONS.ingest.choices;
export const CONFLICTS: readonly { value: Conflict; label: string }[] = [
  { value: "refuse", label: "Refuse" },
  { value: "supersede", label: "Replace what is held" },
  { value: "conflict", label: "Keep both, as a conflict" },
];
export const SENSITIVITIES: readonly { value: Sensitivity; label: string }[] = [
  { value: "normal", label: "Everybody" },
  { value: "sensitive", label: "Only profiles that may read what is sensitive" },
];

export function ingestParams(kind: NonNullable<IngestParams["record_kind"]>, draft: Draft): ParamsOf<"ingest"> {
  const said = draft.evidence.trim();
  return {
    record_kind: kind,
    statement: draft.statement.trim(),
    subject_key: draft.subject.trim() || undefined,
    origin: "user",
    scope: draft.scope,
    on_conflict: draft.conflict,
    sensitivity: draft.sensitivity,
    quality: draft.confidence ? { confidence: Number(draft.confidence) } : undefined,
    payload: draft.payload.trim() ? (JSON.parse(draft.payload) as Record<string, unknown>) : undefined,
    raw_evidence: said ? [{ text: said, origin: "user", source: "page" }] : undefined,
  };
}

/** What keeps it from being sent, in a sentence. */
export function problemOf({ payload }: Draft): string | undefined {
  if (!payload.trim()) return undefined;
  try {
    const read: unknown = JSON.parse(payload);
    return typeof read === "object" && read !== null && !Array.isArray(read) ? undefined : "Details are an object: { … }";
  } catch {
    return "This is no JSON yet";
  }
}

/** What the template of a kind shows as an example, for the empty fields. */
export function exampleOf(template: Template | undefined): { statement: string; subject: string; payload: string } {
  const params = (template?.example.params ?? {}) as { statement?: string; subject_key?: string; payload?: unknown };
  return {
    statement: params.statement ?? "",
    subject: params.subject_key ?? "",
    payload: params.payload ? JSON.stringify(params.payload) : "",
  };
}
