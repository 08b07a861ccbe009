"""How our own line format is read."""

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.session.transcripts.generic import events
from phantasm.session.transcripts.lines import lines
from phantasm.session.transcripts.model import Answer, Began, Call, Event, Turn, Unreadable
from phantasm.session.transcripts.terms import Spent

WHOLE = {
    "session": "s1",
    "id": "t1",
    "role": "assistant",
    "text": "The port was taken.",
    "at": "2026-03-01T10:00:00+02:00",
    "parent": "t0",
    "thought": "look who holds it",
    "calls": [
        {"id": "c1", "name": "shell", "arguments": {"x": 1}, "command": "lsof -i", "files": ["a.py", 3]}
    ],
    "answers": [{"call": "c1", "text": "python", "exit_code": 1, "failed": True}],
    "model": "m",
    "input_tokens": 5,
    "output_tokens": 7,
    "cached_tokens": 2,
    "cost": 0.25,
    "folder": "/work",
    "branch": "main",
    "agent": "helper",
    "machine": True,
}


def packed(*values: object) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def read(data: bytes, start: int = 0, known: Began | None = None) -> list[tuple[int, Event]]:
    source = io.BytesIO(data)
    source.seek(start)
    return list(events(lines(source.read, start), known))


def test_reads_every_field() -> None:
    began, turn = (event for _, event in read(packed(WHOLE)))
    assert began == Began("s1", "2026-03-01T08:00:00.000000Z", folder="/work", branch="main")
    assert turn == Turn(
        session="s1",
        id="t1",
        role="assistant",
        text="The port was taken.",
        at="2026-03-01T08:00:00.000000Z",
        parent="t0",
        thought="look who holds it",
        calls=(Call("c1", "shell", '{"x": 1}', "lsof -i", ("a.py",)),),
        answers=(Answer("c1", "python", 1, failed=True),),
        model="m",
        spent=Spent(5, 7, 2, 0.25),
        folder="/work",
        branch="main",
        agent="helper",
        is_machine=True,
    )


def test_needs_nothing_but_role_and_text() -> None:
    data = packed({"role": "Human", "text": "hello"}, {"role": "model", "text": ""})
    assert [event for _, event in read(data)] == [
        Began(""),
        Turn("", "0", "user", "hello"),
        Turn("", "35", "assistant", ""),
    ]
    known = Began("named by the importer")
    assert [event.session for _, event in read(data, known=known) if isinstance(event, Turn)] == [
        known.session
    ] * 2


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"role": "user"}', "malformed"),
        (b'{"role": 3, "text": "x"}', "malformed"),
        (b'{"role": "user", "text": ["x"]}', "malformed"),
        (b'{"role": "narrator", "text": "x"}', "unknown"),
        (b"no json", "malformed"),
    ],
)
def test_goes_on_behind_a_line_that_is_no_turn(line: bytes, why: str) -> None:
    found = read(line + b"\n" + packed({"role": "user", "text": "x"}))
    assert found[0][0] == len(line) + 1
    assert isinstance(found[0][1], Unreadable)
    assert found[0][1].why == why
    assert isinstance(found[-1][1], Turn)


def test_reads_a_half_written_line_again() -> None:
    data = packed({"role": "user", "text": "x"})
    assert read(data + b'{"role": "us')[-1] == (len(data), Unreadable("unfinished"))
    assert isinstance(read(data + b'{"role": "user", "text": "y"}')[-1][1], Turn)


def test_gives_the_rest_wherever_it_resumes() -> None:
    data = packed(
        {"session": "a", "role": "user", "text": "1"},
        {"role": "assistant", "text": "2"},
        {"session": "b", "role": "user", "text": "3"},
        {"role": 5},
        {"session": "a", "role": "user", "text": "4"},
        {"role": "assistant", "text": "5"},
    )
    whole = read(data)
    known = None
    for place, (offset, event) in enumerate(whole):
        known = event if isinstance(event, Began) else known
        assert read(data, offset, known) == whole[place + 1 :]


def test_reads_the_example_of_the_documentation() -> None:
    page = Path(__file__).parents[4].joinpath("docs", "transcripts.md").read_bytes()
    example = page.partition(b"```jsonl\n")[2].partition(b"```")[0]
    began, asked, ran, failed = (event for _, event in read(example))
    assert began == Began("clock-1", "2026-03-01T10:22:00.000000Z", folder="/work/clock", branch="main")
    assert isinstance(asked, Turn)
    assert isinstance(ran, Turn)
    assert isinstance(failed, Turn)
    assert ran.calls[0].command == "pytest -q"
    assert ran.spent == Spent(900, 40, cost=0.002)
    assert failed.answers == (Answer("c1", "1 failed", 1, failed=True),)


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(st.dictionaries(st.sampled_from(sorted(WHOLE)), ANY), max_size=3))
def test_takes_any_types(values: list[dict[str, object]]) -> None:
    found = read(packed(*values))
    assert sum(not isinstance(event, Began) for _, event in found) == len(values)


@given(st.dictionaries(st.sampled_from(sorted(WHOLE)), ANY))
def test_keeps_a_turn_whatever_its_other_fields_are(fields: dict[str, object]) -> None:
    found = read(packed({**fields, "role": "user", "text": "kept\ud800"}))
    turn = found[-1][1]
    assert isinstance(turn, Turn)
    assert turn.text == "kept\ufffd"
    repr(turn).encode()
