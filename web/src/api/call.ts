// How does the page ask for an operation? One typed function; everything that a view shows comes through it.
import { type Envelope, OPERATIONS, type Operations } from "../contract.ts";
import { noticeAnswer } from "./events.ts";
import { isEnvelope, refusalOf } from "./refused.ts";
import { loseSession, may, sessionHeaders, UNAUTHORISED } from "./session.ts";

export type OperationName = keyof Operations;
export type ParamsOf<Name extends OperationName> = Operations[Name]["params"];
export type ResultOf<Name extends OperationName> = Operations[Name]["result"];
/** The answer to one operation: its envelope, with the data typed. */
export type Answer<Name extends OperationName> = Omit<Envelope, "data"> & { data: ResultOf<Name> };

/** A person's approval, as it is sent. */
export interface Confirmations {
  approved_by: string;
  reason: string;
  operation: string;
  target: Record<string, unknown>;
  preview_hash?: string;
}

interface CallOptions {
  signal?: AbortSignal;
  /** One key per thing that the person did, so that a retry is not a second write; made when left out. */
  key?: string;
  confirmations?: Confirmations;
}

/** Asks for one operation and returns its answer; throws `Refused` when the answer is no. */
export async function call<Name extends OperationName>(
  operation: Name,
  params: ParamsOf<Name>,
  options: CallOptions = {},
): Promise<Answer<Name>> {
  const response = await fetch(`/v1/${operation}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...sessionHeaders() },
    body: JSON.stringify({
      params,
      idempotency_key: isWrite(operation) ? (options.key ?? newKey()) : undefined,
      confirmations: options.confirmations,
    }),
    signal: options.signal ?? null,
    cache: "no-store",
  });
  if (response.status === UNAUTHORISED) loseSession();
  const body: unknown = await response.json().catch(() => undefined);
  if (!isEnvelope(body) || body.status !== "ok") throw refusalOf(response.status, body);
  const answer = body as unknown as Answer<Name>;
  noticeAnswer(operation, answer.provenance);
  return answer;
}

function isWrite(operation: OperationName): boolean {
  return OPERATIONS[operation].kind !== "read";
}

/** Tells whether this session may ask for an operation: what it may not do is not offered. */
export function mayCall(operation: OperationName): boolean {
  return may(OPERATIONS[operation].needs);
}

/** Returns a fresh idempotency key: one for each thing that a person does. */
export function newKey(): string {
  return `page-${crypto.randomUUID()}`;
}
