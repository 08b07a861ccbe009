// What does a stream of server-sent events say? Pure: text in, whole events and what is new out; and the reading of one stream.

export interface StreamEvent {
  data: string;
  id: string | undefined;
}

/** A write, as far as views have to know it. */
export interface Change {
  /** Its id in the journal. */
  id?: string;
  operation: string;
}

/** Stands for writes that were not told one by one. */
export const ANYTHING: Change = { operation: "*" };

/** Says what is new to who knows everything up to `known`: what is told, unless that cannot be all of it. */
export function newsOf(known: number | undefined, seq: number, entries: readonly Change[] = []): readonly Change[] {
  // The server tells a burst in part; and a store that was restored counts from further back.
  const whole = known === undefined || seq - known === entries.length;
  return whole ? entries : [ANYTHING];
}

/** Takes the whole events off the front of a text; `rest` is the beginning of the next one. */
export function takeEvents(text: string): { events: StreamEvent[]; rest: string } {
  const blocks = text.replaceAll("\r\n", "\n").split("\n\n");
  const rest = blocks.pop() ?? "";
  return { events: blocks.map(parseBlock).filter((event) => event !== undefined), rest };
}

function parseBlock(block: string): StreamEvent | undefined {
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    // A line that begins with a colon only keeps the connection open.
    if (colon === 0) continue;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") data.push(value);
    else if (field === "id") id = value;
  }
  return data.length ? { data: data.join("\n"), id } : undefined;
}

/** Reads a response to its end and hands over each event as it comes. */
export async function readEvents(response: Response, onEvent: (event: StreamEvent) => void): Promise<void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const { events, rest } = takeEvents(text + decoder.decode(value, { stream: true }));
    text = rest;
    for (const event of events) onEvent(event);
  }
}
