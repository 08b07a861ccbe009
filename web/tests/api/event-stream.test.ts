// Are server-sent events read whole, however the network cuts them, and is nothing missed that they leave out?
import assert from "node:assert/strict";
import { test } from "node:test";
import { ANYTHING, newsOf, readEvents, type StreamEvent, takeEvents } from "../../src/api/event-stream.ts";

const TEXT = 'id: 4\nevent: hello\ndata: {"seq": 4}\n\n: still here\n\nevent: changed\ndata: {"a":\ndata: 1}\n\n';

test("takes whole events and leaves the rest", () => {
  const { events, rest } = takeEvents(`${TEXT}event: cha`);
  assert.deepEqual(events, [
    { data: '{"seq": 4}', id: "4" },
    { data: '{"a":\n1}', id: undefined },
  ]);
  assert.equal(rest, "event: cha");
});

test("reads the same events wherever the stream is cut", async () => {
  const whole = takeEvents(TEXT).events;
  for (const size of [1, 2, 3, 7, 50]) {
    const bytes = new TextEncoder().encode(TEXT);
    const cut = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const heard: StreamEvent[] = [];
    await readEvents(new Response(cut), (event) => heard.push(event));
    assert.deepEqual(heard, whole);
  }
});

test("tells what is new, and that something is where not all of it is told", () => {
  const entries = [{ operation: "ingest" }, { operation: "link" }];
  assert.deepEqual(newsOf(4, 6, entries), entries);
  assert.deepEqual(newsOf(4, 4), []);
  assert.deepEqual(newsOf(undefined, 4), [], "nobody has shown anything yet");
  assert.deepEqual(newsOf(3, 4), [ANYTHING], "written before the stream began");
  assert.deepEqual(newsOf(4, 90, entries), [ANYTHING], "a burst");
  assert.deepEqual(newsOf(9, 4, []), [ANYTHING], "a store that was restored");
});

test("understands the line ends of other systems", () => {
  assert.equal(takeEvents("data: x\r\n\r\n").events[0]?.data, "x");
});
