// What does an episode say? Pure: its JSON in, the parts that people read out; a part that is not there is empty.

export interface Ran {
  command: string;
  exit: number | undefined;
  failed: boolean;
}

export interface Basis {
  says: string;
  text: string;
}

export interface Episode {
  summary: string;
  goal: string;
  outcome: string;
  because: Basis[];
  asked: string[];
  lessons: string[];
  corrections: string[];
  files: string[];
  cited: string[];
  commands: Ran[];
  turns: number;
  seconds: number | undefined;
}

type Json = Record<string, unknown>;

export function readEpisode(given: Json): Episode {
  return {
    summary: words(given.summary),
    goal: words(given.goal),
    outcome: words(given.outcome) || "unknown",
    because: objects(given.because).map((one) => ({ says: words(one.says), text: words(one.text) })),
    asked: said(given.asked),
    lessons: said(given.lessons),
    corrections: said(given.corrections),
    files: list(given.files).map(words).filter(Boolean),
    cited: list(given.cited).map(words).filter(Boolean),
    commands: objects(given.commands).map((one) => ({
      command: words(one.command),
      exit: typeof one.exit_code === "number" ? one.exit_code : undefined,
      failed: one.failed === true,
    })),
    turns: typeof given.turns === "number" ? given.turns : 0,
    seconds: typeof given.duration_seconds === "number" ? given.duration_seconds : undefined,
  };
}

function words(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function objects(value: unknown): Json[] {
  return list(value).filter((one): one is Json => typeof one === "object" && one !== null && !Array.isArray(one));
}

function said(value: unknown): string[] {
  return objects(value)
    .map((one) => words(one.text))
    .filter(Boolean);
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** “14 min”, “2 h 5 min”: how long a session took. */
export function lasted(seconds: number): string {
  if (seconds < MINUTE) return `${seconds} s`;
  const minutes = Math.floor(seconds / MINUTE);
  return seconds < HOUR ? `${minutes} min` : `${Math.floor(seconds / HOUR)} h ${minutes % MINUTE} min`;
}
