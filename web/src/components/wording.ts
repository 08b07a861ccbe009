// How are the contract's words, numbers and moments said to people?

/** `known_issue` is “known issue”. */
export function spoken(word: string): string {
  return word.replaceAll("_", " ");
}

/** The same, at the beginning of a line. */
export function titled(word: string): string {
  const said = spoken(word);
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** “1 record”, “2 records”, “1,200 records”. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** 1234567 is “1,234,567”: the same everywhere, whatever the browser's language is. */
export function grouped(number: number): string {
  return number.toLocaleString("en-GB", { maximumFractionDigits: 2 });
}

const KIBI = 1024;
const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"];

export function bytes(size: number): string {
  let value = size;
  let unit = 0;
  while (value >= KIBI && unit < UNITS.length - 1) {
    value /= KIBI;
    unit += 1;
  }
  return `${unit === 0 ? grouped(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago, roughly: “3 minutes ago”, “in 2 days”. */
export function ago(moment: Date, now: Date): string {
  const seconds = Math.round((now.getTime() - moment.getTime()) / 1000);
  const size = Math.abs(seconds);
  if (size < MINUTE) return "just now";
  const [unit, name] = size < HOUR ? [MINUTE, "minute"] : size < DAY ? [HOUR, "hour"] : [DAY, "day"];
  const said = counted(Math.floor(size / (unit as number)), name as string);
  return seconds >= 0 ? `${said} ago` : `in ${said}`;
}

/** A moment as people write it, in their own time zone: “2026-11-16 17:41”. */
export function written(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** The first line of a text, cut where a list has no more room. */
export function shortened(text: string, most: number): string {
  const line = text.split("\n", 1)[0] ?? "";
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}
