"""Whatever stands in a transcript of Codex, Gemini CLI or Cursor, reading it raises nothing."""

import copy
import io
import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.session.transcripts import codex, cursor, gemini
from phantasm.session.transcripts.lines import lines
from phantasm.session.transcripts.model import Event, Turn

SAMPLES: dict[str, list[dict[str, object]]] = {
    "codex": [
        {
            "type": "session_meta",
            "payload": {"id": "s", "git": {"branch": "b"}, "source": {"subagent": {"a": 1}}},
        },
        {"type": "turn_context", "payload": {"cwd": "/x", "model": "m"}},
        {"type": "compacted", "payload": {"message": "m"}},
        {
            "timestamp": "2026-01-02T03:04:05Z",
            "type": "response_item",
            "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "t"}]},
        },
        {
            "type": "response_item",
            "payload": {
                "type": "function_call",
                "name": "shell",
                "arguments": '{"command": ["\\ud800"]}',
                "call_id": "c",
            },
        },
        {"type": "response_item", "payload": {"type": "local_shell_call", "action": {"command": ["ls"]}}},
        {
            "type": "response_item",
            "payload": {"type": "function_call_output", "call_id": "c", "output": {"content": "t"}},
        },
        {
            "type": "response_item",
            "payload": {"type": "reasoning", "summary": [{"type": "summary_text", "text": "t"}]},
        },
        {
            "type": "event_msg",
            "payload": {"type": "token_count", "info": {"last_token_usage": {"input_tokens": 1}}},
        },
        {"type": "event_msg", "payload": {"type": "turn_aborted", "reason": "r"}},
    ],
    "gemini": [
        {
            "sessionId": "s",
            "projectHash": "h",
            "startTime": "2026-01-02T03:04:05Z",
            "directories": ["/x"],
            "kind": "main",
        },
        {"id": "1", "type": "user", "content": [{"text": "t"}], "displayContent": "d"},
        {
            "id": "2",
            "type": "gemini",
            "content": "t",
            "thoughts": [{"subject": "s", "description": "d"}],
            "tokens": {"input": 1, "output": 2, "thoughts": 3},
            "toolCalls": [
                {
                    "id": "c",
                    "name": "run_shell_command",
                    "args": {"command": "ls"},
                    "status": "success",
                    "result": [{"functionResponse": {"response": {"output": "a\nExit Code: 1"}}}],
                }
            ],
        },
        {"$rewindTo": "1"},
        {"$set": {"lastUpdated": "x"}},
    ],
    "cursor": [
        {"role": "user", "message": {"content": [{"type": "text", "text": "<user_query>t</user_query>"}]}},
        {
            "role": "assistant",
            "message": {"content": [{"type": "tool_use", "id": "i", "name": "Read", "input": {"path": "p"}}]},
        },
        {
            "role": "user",
            "message": {"content": [{"type": "tool_result", "content": [{"type": "text", "text": "t"}]}]},
        },
        {"type": "turn_ended", "status": "error", "error": "e"},
    ],
}

leaves = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just("\ud800")
anything = st.recursive(
    leaves, lambda part: st.lists(part) | st.dictionaries(st.text(max_size=5), part), max_leaves=8
)
objects = st.dictionaries(
    st.sampled_from("type role id payload message content $set".split()) | st.text(), anything
)


def read(client: str, data: bytes) -> list[Event]:
    reader = {"codex": codex.events, "gemini": gemini.events, "cursor": cursor.events}[client]
    return [event for _, event in reader(lines(io.BytesIO(data).read))]


def places(value: object) -> Iterator[tuple[object, object]]:
    """Yield each holder with each of its keys, however deep."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    for key in keys:
        yield value, key
        yield from places(value[key])  # type: ignore[index]


def is_storable(event: Event) -> bool:
    if isinstance(event, Turn):
        texts = [event.text, event.thought, event.id, *(str(call.command) for call in event.calls)]
        texts += [text for answer in event.answers for text in (answer.text, answer.call)]
        "".join(texts).encode()
    return True


@pytest.mark.parametrize("client", SAMPLES)
@given(data=st.data())
def test_reads_lines_with_a_field_that_is_anything(client: str, data: st.DataObject) -> None:
    one = copy.deepcopy(data.draw(st.sampled_from(SAMPLES[client])))
    holder, key = data.draw(st.sampled_from(list(places(one))))
    holder[key] = data.draw(anything)  # type: ignore[index]
    text = "".join(json.dumps(part) + "\n" for part in [SAMPLES[client][0], one, data.draw(objects)])
    assert all(is_storable(event) for event in read(client, text.encode()))


@pytest.mark.parametrize("client", SAMPLES)
@given(data=st.data())
def test_reads_bytes_that_were_spoilt(client: str, data: st.DataObject) -> None:
    whole = "".join(json.dumps(part) + "\n" for part in SAMPLES[client]).encode()
    start = data.draw(st.integers(0, len(whole)))
    stop = data.draw(st.integers(start, len(whole)))
    spoilt = whole[:start] + data.draw(st.binary(max_size=20)) + whole[stop:]
    assert all(is_storable(event) for event in read(client, spoilt))


@given(
    st.lists(
        st.sampled_from(
            ["user:", "assistant:", "[Tool call] Read", "  path: a", "[Tool result] Read", "", "t"]
        )
    )
)
def test_reads_any_order_of_marks(marks: list[str]) -> None:
    data = "\n".join(["user:", *marks]).encode()
    assert all(is_storable(event) for _, event in cursor.events(lines(io.BytesIO(data).read)))


@given(
    st.binary()
    | objects.map(lambda value: json.dumps(value).encode())
    | anything.map(lambda value: json.dumps({"sessionId": value, "messages": value}).encode())
)
def test_reads_any_document_of_gemini(data: bytes) -> None:
    assert all(is_storable(event) for event in gemini.events_of(data, "name"))
