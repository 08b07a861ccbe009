// What does the page know when the server says no? The contract's code, sentence and way forward.
import type { Envelope, NextStep } from "../contract.ts";

/** What an operation asks a person to confirm. */
export interface Asked {
  operation: string;
  target: Record<string, unknown>;
}

export class Refused extends Error {
  readonly code: string;
  readonly status: number;
  readonly field: string | undefined;
  readonly remediation: NextStep[];
  readonly asked: Asked | undefined;

  constructor(code: string, message: string, more: Partial<Omit<Refused, "code" | "message">> = {}) {
    super(message);
    this.name = "Refused";
    this.code = code;
    this.status = more.status ?? 0;
    this.field = more.field;
    this.remediation = more.remediation ?? [];
    this.asked = more.asked;
  }
}

/** Turns what came back into a refusal; an answer that is no envelope is one too. */
export function refusalOf(status: number, body: unknown): Refused {
  const envelope = isEnvelope(body) ? body : undefined;
  const error = envelope?.error;
  if (!error) return new Refused("unreadable", `The server answered ${status} without saying why.`, { status });
  return new Refused(error.code, error.message, {
    status,
    field: error.field,
    remediation: envelope?.remediation ?? [],
    asked: error.code === "confirmation_required" && isAsked(error.example) ? error.example : undefined,
  });
}

/** Turns anything that was thrown into a refusal, so that views have one kind of trouble to show. */
export function asRefused(problem: unknown): Refused {
  if (problem instanceof Refused) return problem;
  if (problem instanceof TypeError) {
    return new Refused("unreachable", "The server does not answer. Is `phantasm serve` still running?");
  }
  return new Refused("unexpected", problem instanceof Error ? problem.message : String(problem));
}

export function isAbort(problem: unknown): boolean {
  return problem instanceof DOMException && problem.name === "AbortError";
}

export function isEnvelope(body: unknown): body is Envelope {
  return typeof body === "object" && body !== null && "status" in body && "operation" in body;
}

function isAsked(example: unknown): example is Asked {
  return typeof example === "object" && example !== null && "operation" in example && "target" in example;
}
