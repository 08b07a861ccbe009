"""What is read in agent transcripts of Cursor, as lines of JSON and as plain text."""

import io
import json

import pytest

from phantasm.session.transcripts.cursor import events
from phantasm.session.transcripts.lines import MOST_LINE_BYTES, RawLine, lines
from phantasm.session.transcripts.model import Answer, Began, Event, Turn, Unreadable

Json = dict[str, object]
KNOWN = Began("conversation-1", folder="/home/ann/shop")


def said(role: str, *parts: object) -> Json:
    content = [{"type": "text", "text": part} if isinstance(part, str) else part for part in parts]
    return {"role": role, "message": {"content": content}}


def use(name: str, **arguments: object) -> Json:
    return {"type": "tool_use", "name": name, "input": arguments}


TRANSCRIPT: list[Json] = [
    said("user", "<timestamp>Monday</timestamp>\n<user_query>\nWhy does it fail?\n</user_query>"),
    said(
        "assistant",
        "I look.",
        use("Shell", command="pytest -q"),
        use("StrReplace", path="cart.py", old_string="a"),
    ),
    said("user", {"type": "tool_result", "tool_use_id": "t-1", "content": "1 failed", "is_error": True}),
    said("assistant", {"type": "thinking", "thinking": "rounding"}, "It rounds twice."),
    {"type": "turn_ended", "status": "success"},
    {"type": "turn_ended", "status": "aborted", "error": "User aborted."},
]

TEXT = """user:
<user_query>
Why does it fail?
</user_query>

assistant:
[Thinking] rounding, perhaps

I look.
[Tool call] Shell
  command: pytest -q
[Tool call] Write
  path: cart.yml
  contents: cart:

  path: not this
[Tool call] Read
  path: cart.py

[Tool result] Shell
1 failed

2 passed

assistant:
It rounds twice.
"""


def written(transcript: list[Json]) -> bytes:
    return b"".join(json.dumps(one).encode() + b"\n" for one in transcript)


def read(*transcript: Json) -> list[Event]:
    return [event for _, event in events(lines(io.BytesIO(written(list(transcript))).read), KNOWN)]


def read_text(text: str) -> list[Event]:
    return [event for _, event in events(lines(io.BytesIO(text.encode()).read), KNOWN)]


def test_reads_lines_of_json() -> None:
    turns = [event for event in read(*TRANSCRIPT) if isinstance(event, Turn)]
    assert [(turn.role, turn.text) for turn in turns] == [
        ("user", "Why does it fail?"),
        ("assistant", "I look."),
        ("tool", ""),
        ("assistant", "It rounds twice."),
        ("system", "turn_ended: aborted User aborted."),
    ]
    assert [(call.command, call.files) for call in turns[1].calls] == [
        ("pytest -q", ()),
        (None, ("cart.py",)),
    ]
    assert len({call.id for call in turns[1].calls}) == 2
    assert turns[2].answers == (Answer("t-1", "1 failed", failed=True),)
    assert turns[3].thought == "rounding"
    assert {(turn.session, turn.folder) for turn in turns} == {("conversation-1", "/home/ann/shop")}


def test_keeps_apart_what_a_machine_says() -> None:
    machine, person, ended = read(
        said("user", "<system_reminder>\nPlan mode"),
        {"role": "user", "message": {"content": "plain words"}},
        TRANSCRIPT[-1],
    )
    assert isinstance(machine, Turn) and isinstance(person, Turn) and isinstance(ended, Turn)  # noqa: PT018  # for types
    assert [machine.is_machine, person.is_machine, ended.is_machine] == [True, False, True]
    assert person.text == "plain words"


@pytest.mark.parametrize(
    ("one", "why"),
    [
        ({"role": "wizard", "message": {}}, "unknown"),
        ({"type": "hologram"}, "unknown"),
        ({"role": "user", "message": 3}, "malformed"),
        ({"message": {"content": "x"}}, "malformed"),
    ],
)
def test_says_what_it_does_not_know(one: Json, why: str) -> None:
    (event,) = read(one)
    assert isinstance(event, Unreadable)
    assert event.why == why


def test_reads_plain_text() -> None:
    user, first, second = read_text(TEXT)
    assert isinstance(user, Turn) and isinstance(first, Turn) and isinstance(second, Turn)  # noqa: PT018  # for types
    assert (user.role, user.text) == ("user", "Why does it fail?")
    assert (first.thought, first.text) == ("rounding, perhaps", "I look.")
    assert [(call.command, call.files) for call in first.calls] == [
        ("pytest -q", ()),
        (None, ("cart.yml",)),
        (None, ("cart.py",)),
    ]
    assert json.loads(first.calls[1].arguments)["contents"] == "cart:\n\n  path: not this"
    assert first.answers == (Answer(first.calls[0].id, "1 failed\n\n2 passed"),)
    assert second.text == "It rounds twice."


def test_waits_for_the_rest_of_a_line_that_may_name_a_speaker() -> None:
    for text in ("user:\r\nGo on.\r\nassistant:", "user:\nGo on."):
        ((offset, turn),) = events(lines(io.BytesIO(text.encode()).read), KNOWN)
        assert isinstance(turn, Turn)
        assert (offset, turn.text.strip()) == (0, "Go on.")


def test_says_that_a_block_is_too_long() -> None:
    block = [RawLine(0, 6, b"user:", finished=True), RawLine(6, 7 + MOST_LINE_BYTES, None, finished=True)]
    assert list(events(block)) == [(0, Unreadable("too_long"))]


@pytest.mark.parametrize(("data", "again"), [(written(TRANSCRIPT), 0), (TEXT.encode(), 1)])
def test_reads_on_at_any_offset(data: bytes, again: int) -> None:
    """The last block of a text may still grow, so that it is met again."""
    everything = list(events(lines(io.BytesIO(data).read), KNOWN))
    for number, (offset, _) in enumerate(everything):
        rest = list(events(lines(io.BytesIO(data[offset:]).read, offset), KNOWN))
        assert rest == everything[min(number + 1, len(everything) - again) :]


def test_reads_lines_behind_one_that_was_spoilt() -> None:
    spoilt, turn = [
        event for _, event in events(lines(io.BytesIO(b"\n?\n" + written(TRANSCRIPT[:1])).read), KNOWN)
    ]
    assert spoilt == Unreadable("malformed")
    assert isinstance(turn, Turn)
    assert list(events([], KNOWN)) == []


def test_reads_a_half_written_line_again() -> None:
    data = written(TRANSCRIPT[:2])
    *_, (offset, event) = events(lines(io.BytesIO(data[:-5]).read), KNOWN)
    assert (offset, event) == (len(written(TRANSCRIPT[:1])), Unreadable("unfinished"))
