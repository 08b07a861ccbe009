// What needs a person, and where is it dealt with? Pure: what `health` and `doctor` say in, lines with their next step out.
import { spoken } from "../../components/wording.ts";
import type { DoctorFindingView, NextStep } from "../../contract.ts";
import { inboxAddress } from "../../routing/addresses.ts";

export interface Concern {
  message: string;
  /** What to type in the terminal, where the page itself cannot help. */
  command: string | undefined;
  /** Where on the page it is dealt with, and what that is called. */
  to: string;
  place: string;
}

interface Place {
  to: string;
  place: string;
}

const DOCTOR: Place = { to: "/doctor", place: "Doctor" };
/** The page that deals with what a command deals with, by how the command begins. */
const PLACES: readonly [command: string, place: Place][] = [
  ["phantasm conflicts", { to: inboxAddress({ kind: "conflict" }), place: "Inbox" }],
  ["phantasm backup", { to: "/backups", place: "Backups" }],
  ["phantasm config", { to: "/clients", place: "Clients and trust" }],
  ["phantasm audit", { to: "/operations", place: "Operations" }],
];

/** Returns what needs attention, each once: both tell some things, and the same command mends the same thing. */
export function concernsOf(steps: readonly NextStep[], findings: readonly DoctorFindingView[]): Concern[] {
  const told = steps.map(({ message, command }) => ({ message, command }));
  const known = new Set(told.map(({ command }) => command));
  const found = findings
    .filter(({ verdict, command }) => verdict !== "ok" && (command === undefined || !known.has(command)))
    .map(({ check, message, command }) => ({ message: `${spoken(check)}: ${message}`, command }));
  return [...told, ...found].map((concern) => ({ ...concern, ...placeOf(concern.command) }));
}

function placeOf(command: string | undefined): Place {
  return PLACES.find(([beginning]) => command?.startsWith(beginning))?.[1] ?? DOCTOR;
}
