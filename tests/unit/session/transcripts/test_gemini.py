"""What is read in chats of Gemini CLI."""

import io
import json

import pytest

from phantasm.session.transcripts.gemini import events, events_of
from phantasm.session.transcripts.lines import lines
from phantasm.session.transcripts.model import Began, Event, Turn, Unreadable
from phantasm.session.transcripts.terms import Spent

Json = dict[str, object]
HEADER: Json = {
    "sessionId": "s-1",
    "projectHash": "f00",
    "startTime": "2026-05-06T07:08:09.010Z",
    "lastUpdated": "2026-05-06T07:08:09.010Z",
    "directories": ["/home/ann/shop"],
}
BEGAN = Began("s-1", "2026-05-06T07:08:09.010000Z", folder="/home/ann/shop")
UPDATE: Json = {"$set": {"lastUpdated": "2026-05-06T07:09:00.000Z"}}


def message(identity: str, kind: str, content: object, **more: object) -> Json:
    return {"id": identity, "timestamp": "2026-05-06T07:08:10.000Z", "type": kind, "content": content, **more}


def tool(name: str, arguments: Json, output: str, status: str = "success") -> Json:
    response = {"functionResponse": {"id": "c-1", "name": name, "response": {"output": output}}}
    return {"id": "c-1", "name": name, "args": arguments, "result": [response], "status": status}


SHELL = tool(
    "run_shell_command", {"command": "npm test"}, "Output: 1 failed\nError: (none)\nExit Code: 1\nSignal: 0"
)
ANSWER = message("m-2", "gemini", "I run the tests.", model="gemini-test")
TOKENS = {"input": 100, "output": 20, "cached": 60, "thoughts": 5, "tool": 0, "total": 125}
CHAT: list[Json] = [
    HEADER,
    message("m-1", "user", [{"text": "Why does it fail?"}]),
    UPDATE,
    ANSWER,
    UPDATE,
    {**ANSWER, "tokens": TOKENS},
    {
        **ANSWER,
        "tokens": TOKENS,
        "toolCalls": [SHELL],
        "thoughts": [{"subject": "Tests", "description": "first"}],
    },
    message("m-3", "info", "Request cancelled."),
    message("m-4", "user", [{"text": "Go on."}]),
    message("m-5", "gemini", "Done."),
    UPDATE,
]


def written(chat: list[Json]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in chat)


def read(*chat: Json) -> list[Event]:
    return [event for _, event in events(lines(io.BytesIO(written(list(chat))).read))]


def turn_of(one: Json) -> Turn:
    _, turn = read(HEADER, one)
    assert isinstance(turn, Turn)
    return turn


def test_reads_each_message_once_in_its_last_form() -> None:
    began, *turns = read(*CHAT)
    assert began == BEGAN
    assert [(turn.id, turn.role, turn.text) for turn in turns if isinstance(turn, Turn)] == [
        ("m-1", "user", "Why does it fail?"),
        ("m-2", "assistant", "I run the tests."),
        ("m-3", "system", "Request cancelled."),
        ("m-4", "user", "Go on."),
        ("m-5", "assistant", "Done."),
    ]
    answer = turns[1]
    assert isinstance(answer, Turn)
    assert (answer.thought, answer.model, answer.spent) == ("Tests: first", "gemini-test", Spent(100, 25, 60))
    assert answer.at == "2026-05-06T07:08:10.000000Z"
    (call,), (result,) = answer.calls, answer.answers
    assert (call.command, result.call, result.exit_code, result.failed) == ("npm test", "c-1", 1, True)


def test_reads_the_older_document_alike() -> None:
    document = {
        **HEADER,
        "messages": [one for one in CHAT[1:] if one not in (UPDATE, ANSWER) and one != CHAT[5]],
    }
    assert list(events_of(json.dumps(document, indent=2).encode(), "file")) == read(*CHAT)
    unnamed = list(events_of(b'{"messages": [7, {"type": "user", "content": "x"}]}', "file"))
    assert unnamed == [Began("file"), Unreadable("malformed"), Turn("file", "#1", "user", "x")]
    assert list(events_of(b"[1]", "file")) == [Unreadable("malformed")]
    assert list(events_of(b'{"a": 1}', "file")) == [Unreadable("unknown")]


def test_keeps_apart_what_a_machine_says() -> None:
    assert turn_of(message("m", "info", "Update available")).is_machine
    assert turn_of(message("m", "user", [{"text": "<session_context>\nToday"}])).is_machine
    mixed = turn_of(message("m", "user", [{"text": "Fix it."}, {"text": "<hook_context>x</hook_context>"}]))
    assert (mixed.text, mixed.is_machine) == ("Fix it.", False)
    typed = turn_of(message("m", "user", [{"text": "@a.py"}, {"text": "whole file"}], displayContent="@a.py"))
    assert typed.text == "@a.py"
    assert read(HEADER, message("m", "user", [{"functionResponse": {}}]))[1:] == []


@pytest.mark.parametrize(
    ("name", "output", "status", "ended"),
    [
        ("run_shell_command", "Output: ok", "success", ("ok", 0, False)),
        ("run_shell_command", "Exit Code: 0", "success", ("Exit Code: 0", None, None)),
        ("run_shell_command", "Output: x\nExit Code: (none)", "error", ("x", None, True)),
        ("run_shell_command", "stopped", "cancelled", ("stopped", None, None)),
        ("read_file", "text\nExit Code: 3", "success", ("text\nExit Code: 3", None, False)),
    ],
)
def test_finds_exit_codes_where_they_are_clear(
    name: str, output: str, status: str, ended: tuple[str, int | None, bool | None]
) -> None:
    turn = turn_of(message("m", "gemini", "", toolCalls=[tool(name, {"file_path": "a.py"}, output, status)]))
    assert (turn.answers[0].text, turn.answers[0].exit_code, turn.answers[0].failed) == ended
    assert turn.calls[0].files == (("a.py",) if name == "read_file" else ())


def test_waits_for_the_answer_of_a_tool_that_still_runs() -> None:
    turn = turn_of(
        message("m", "gemini", "", toolCalls=[{"id": "c", "name": "x", "args": {}, "status": "executing"}])
    )
    assert (len(turn.calls), turn.answers) == (1, ())


def test_says_what_was_taken_back_and_what_it_does_not_know() -> None:
    assert turn_of({"$rewindTo": "m-1"}).text == "rewound to before m-1"
    assert read(HEADER, message("m", "hologram", "x"), {"id": "m"})[1:] == [
        Unreadable("unknown"),
        Unreadable("malformed"),
    ]


def test_names_a_subagent() -> None:
    began, turn = read({**HEADER, "kind": "subagent"}, message("m", "user", "look"))
    assert began == BEGAN
    assert isinstance(turn, Turn)
    assert turn.agent == "subagent"


def test_reads_on_at_any_offset() -> None:
    data = written([*CHAT[:9], {"type": "?"}, *CHAT[9:]])
    everything = list(events(lines(io.BytesIO(data).read)))
    began, last = None, None
    for number, (offset, event) in enumerate(everything):
        began = event if isinstance(event, Began) else began
        last = event if isinstance(event, Turn) else last
        rest = list(events(lines(io.BytesIO(data[offset:]).read, offset), began, last))
        # The session and the last message may be met again; nothing is lost and nothing else is repeated.
        is_again = isinstance(event, Began) or number == len(everything) - 1
        assert rest == everything[number + (0 if is_again else 1) :]


def test_gives_the_last_message_again_when_more_of_it_is_written() -> None:
    first = written(CHAT[:4])
    *_, (offset, turn) = events(lines(io.BytesIO(first).read))
    assert isinstance(turn, Turn)
    assert (turn.id, turn.calls) == ("m-2", ())
    rest = written(CHAT)[offset:]
    (_, again), *_ = events(lines(io.BytesIO(rest).read, offset), BEGAN, turn)
    assert isinstance(again, Turn)
    assert (again.id, len(again.calls)) == ("m-2", 1)
    cut = list(events(lines(io.BytesIO(written(CHAT)[: len(first) + 9]).read)))
    assert [found for found, _ in cut[-2:]] == [offset, offset]
