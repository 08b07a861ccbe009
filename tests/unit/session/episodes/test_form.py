"""Whole sessions: the same work as several clients write it down, in any order, of any size."""

import io
import json
import random
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.session.episodes.form import form
from phantasm.session.episodes.model import Episode
from phantasm.session.model import Session, Slot, Turn, in_order
from phantasm.session.slots import kept_turns
from phantasm.session.transcripts import claude_code, codex, cursor, gemini, generic, markdown, swe_agent
from phantasm.session.transcripts.lines import RawLine, lines
from phantasm.session.transcripts.model import Began, Call, Event
from phantasm.session.transcripts.model import Turn as Told
from phantasm.session.transcripts.terms import Role, Spent
from tests.unit.session.episodes.made_up import ASK, EDIT, FAIL, PASS, Part, turns

Json = dict[str, object]
FOLDER = "/home/ada/clock"
ERROR = "E   KeyError: 'zone'\n1 failed in 0.10s"
ASKED, FOUND, DONE = (
    "The clock is late, please fix it.",
    "The root cause was a missing zone.",
    "I fixed the zone.",
)


def written(records: Iterable[Json]) -> Iterator[RawLine]:
    """Return records as lines of a file."""
    return lines(io.BytesIO(b"".join(json.dumps(one).encode() + b"\n" for one in records)).read)


def episode_of(events: Iterable[Event], client: str) -> tuple[Episode, list[Turn]]:
    """Return the episode of what a parser gave, and its turns."""
    began = Began("none")
    calls: dict[str, Call] = {}
    kept: list[Turn] = []
    for place, event in enumerate(events):
        if isinstance(event, Began):
            began = event
        elif isinstance(event, Told):
            kept += kept_turns(event, place, calls=calls)
            calls.update({call.id: call for call in event.calls})
    return form(Session(began.session, client, folder=began.folder), kept), kept


def in_claude_code() -> Iterator[Event]:
    def entry(kind: str, number: int, content: object, **more: object) -> Json:
        message: Json = {"role": kind, "content": content, "id": f"m{number}", "model": "model-1"}
        return {
            "type": kind,
            "uuid": f"{kind}-{number}",
            "parentUuid": None,
            "sessionId": "s-1",
            "cwd": FOLDER,
            "timestamp": f"2026-02-03T04:05:{number:02}.000Z",
            "message": message,
            **more,
        }

    def use(call: str, name: str, **given: object) -> list[Json]:
        return [{"type": "tool_use", "id": call, "name": name, "input": given}]

    def answer(call: str, text: str, *, failed: bool) -> list[Json]:
        return [{"type": "tool_result", "tool_use_id": call, "content": text, "is_error": failed}]

    records = [
        entry("user", 1, ASKED),
        entry("assistant", 2, use("c1", "Read", file_path=f"{FOLDER}/clock.py")),
        entry("user", 3, answer("c1", "1→KeyError: 'other'", failed=False)),
        entry("assistant", 4, use("c2", "Bash", command="pytest -q")),
        entry("user", 5, answer("c2", f"Exit code 1\n{ERROR}", failed=True)),
        entry("assistant", 6, [{"type": "text", "text": FOUND}]),
        entry("assistant", 7, use("c3", "Edit", file_path=f"{FOLDER}/clock.py")),
        entry("user", 8, answer("c3", "ok", failed=False)),
        entry("assistant", 9, use("c4", "Bash", command="pytest -q")),
        entry("user", 10, answer("c4", "3 passed in 0.10s", failed=False)),
        entry("assistant", 11, [{"type": "text", "text": DONE}]),
    ]
    return (event for _, event in claude_code.events(written(records)))


def in_codex() -> Iterator[Event]:
    def item(second: int, kind: str, payload: Json) -> Json:
        return {"timestamp": f"2026-02-03T04:05:{second:02}.000Z", "type": kind, "payload": payload}

    def said(second: int, role: str, text: str) -> Json:
        kind = "output_text" if role == "assistant" else "input_text"
        content = [{"type": kind, "text": text}]
        return item(second, "response_item", {"type": "message", "role": role, "content": content})

    def call(second: int, identity: str, name: str, arguments: Json) -> Json:
        given = json.dumps(arguments)
        payload: Json = {"type": "function_call", "name": name, "arguments": given, "call_id": identity}
        return item(second, "response_item", payload)

    def output(second: int, identity: str, text: str, code: int) -> Json:
        value = json.dumps({"output": text, "metadata": {"exit_code": code}})
        payload: Json = {"type": "function_call_output", "call_id": identity, "output": value}
        return item(second, "response_item", payload)

    patch = f"*** Begin Patch\n*** Update File: {FOLDER}/clock.py\n*** End Patch"
    records = [
        item(0, "session_meta", {"id": "s-1", "cwd": FOLDER, "timestamp": "2026-02-03T04:05:00.000Z"}),
        said(1, "user", ASKED),
        call(2, "c1", "shell", {"command": ["bash", "-lc", "pytest -q"]}),
        output(3, "c1", ERROR, 1),
        said(4, "assistant", FOUND),
        call(5, "c2", "apply_patch", {"input": patch}),
        output(6, "c2", "Done", 0),
        call(7, "c3", "shell", {"command": ["bash", "-lc", "pytest -q"]}),
        output(8, "c3", "3 passed in 0.10s", 0),
        said(9, "assistant", DONE),
    ]
    return (event for _, event in codex.events(written(records)))


def in_gemini() -> Iterator[Event]:
    def tool(identity: str, name: str, arguments: Json, output: str) -> Json:
        response = {"functionResponse": {"id": identity, "name": name, "response": {"output": output}}}
        return {"id": identity, "name": name, "args": arguments, "result": [response], "status": "success"}

    def message(second: int, kind: str, text: str, *calls: Json) -> Json:
        at = f"2026-02-03T04:05:{second:02}.000Z"
        return {"id": f"m{second}", "timestamp": at, "type": kind, "content": text, "toolCalls": list(calls)}

    def ran(identity: str, text: str, code: int) -> Json:
        output = f"Output: {text}\nError: (none)\nExit Code: {code}\nSignal: 0"
        return tool(identity, "run_shell_command", {"command": "pytest -q"}, output)

    edit = tool("c2", "replace", {"file_path": f"{FOLDER}/clock.py"}, "ok")
    document: Json = {
        "sessionId": "s-1",
        "projectHash": "f00",
        "startTime": "2026-02-03T04:05:00.000Z",
        "directories": [FOLDER],
        "messages": [
            message(1, "user", ASKED),
            message(2, "gemini", "", ran("c1", f"\n{ERROR}", 1)),
            message(3, "gemini", FOUND, edit),
            message(4, "gemini", "", ran("c3", "\n3 passed in 0.10s", 0)),
            message(5, "gemini", DONE),
        ],
    }
    return gemini.events_of(json.dumps(document).encode(), "chat")


def in_own_format() -> Iterator[Event]:
    def call(identity: str, name: str, **more: object) -> list[Json]:
        return [{"id": identity, "name": name, **more}]

    def answer(identity: str, text: str, code: int) -> list[Json]:
        return [{"call": identity, "text": text, "exit_code": code}]

    records: list[Json] = [
        {"session": "s-1", "role": "user", "text": ASKED, "folder": FOLDER},
        {"role": "assistant", "text": "", "calls": call("c1", "shell", command="pytest -q")},
        {"role": "tool", "text": "", "answers": answer("c1", ERROR, 1)},
        {"role": "assistant", "text": FOUND, "calls": call("c2", "edit", files=[f"{FOLDER}/clock.py"])},
        {"role": "assistant", "text": "", "calls": call("c3", "shell", command="pytest -q")},
        {"role": "tool", "text": "", "answers": answer("c3", "3 passed in 0.10s", 0)},
        {"role": "assistant", "text": DONE},
    ]
    return (event for _, event in generic.events(written(records)))


CLIENTS = {
    "claude_code": in_claude_code,
    "codex": in_codex,
    "gemini": in_gemini,
    "generic": in_own_format,
}


@pytest.mark.parametrize("client", CLIENTS)
def test_makes_the_same_of_the_same_work_whoever_wrote_it_down(client: str) -> None:
    found, _ = episode_of(CLIENTS[client](), client)
    assert found.session == "s-1"
    assert found.goal == ASKED
    assert (found.outcome, [basis.kind for basis in found.because]) == ("success", ["test_result"])
    assert [(ran.command, ran.failed) for ran in found.commands] == [
        ("pytest -q", True),
        ("pytest -q", False),
    ]
    assert found.files == ("clock.py",)
    (failure,) = found.overcome
    assert (failure.signature, failure.error) == (("keyerror", "zone"), "KeyError: 'zone'")
    assert failure.way == ("edit clock.py",)
    assert found.lessons[0].text == FOUND
    assert found.summary.startswith(f"{ASKED} Edited clock.py. Ran `pytest -q` (")
    assert "Outcome: success (pytest -q: 3 passed in 0.10s)" in found.summary


@pytest.mark.parametrize("client", CLIENTS)
def test_makes_the_same_of_turns_in_any_order(client: str) -> None:
    found, kept = episode_of(CLIENTS[client](), client)
    session = Session(found.session, client, folder=FOLDER)
    for seed in range(5):
        random.Random(seed).shuffle(kept)
        assert form(session, kept) == found


def test_reads_cursor_which_writes_no_times_and_no_ids() -> None:
    records: list[Json] = [
        {
            "role": "user",
            "message": {"content": [{"type": "text", "text": f"<user_query>\n{ASKED}\n</user_query>"}]},
        },
        {
            "role": "assistant",
            "message": {
                "content": [{"type": "tool_use", "name": "Shell", "input": {"command": "pytest -q"}}]
            },
        },
        {"role": "assistant", "message": {"content": [{"type": "text", "text": DONE}]}},
    ]
    found, _ = episode_of((event for _, event in cursor.events(written(records), Began("s-1"))), "cursor")
    assert (found.goal, found.outcome, found.duration_seconds) == (ASKED, "unknown", None)
    assert [ran.command for ran in found.commands] == ["pytest -q"]


def test_reads_a_trajectory_without_exit_codes() -> None:
    def step(action: str, observation: str) -> Json:
        state = json.dumps({"open_file": f"{FOLDER}/clock.py", "working_dir": FOLDER})
        return {
            "action": action,
            "observation": observation,
            "response": "",
            "thought": "So.",
            "state": state,
        }

    document: Json = {
        "trajectory": [
            step("python run.py\n", "Traceback (most recent call last):\nKeyError: 'zone'\n"),
            step("edit 1:2\nx\nend_of_edit\n", "[File: clock.py]"),
            step("python run.py\n", "12:00\n"),
        ],
        "history": [{"role": "user", "content": f"ISSUE:\n{ASKED}"}],
        "info": {
            "exit_status": "submitted",
            "submission": "+++ b/clock.py\n",
            "model_stats": {"instance_cost": 0.5},
        },
    }
    events = swe_agent.events_of(json.dumps(document).encode(), "run.traj")
    found, _ = episode_of(events, "swe_agent")
    assert (found.goal, found.outcome, found.files, found.spent.cost) == (
        ASKED,
        "unknown",
        ("clock.py",),
        0.5,
    )
    assert [one.way for one in found.overcome] == [("edit clock.py",)]


def test_reads_a_chat() -> None:
    text = b"## User\n\nFix the clock?\n\n## Assistant\n\nSet the zone.\n\n## User\n\nWorks now, thanks!\n"
    events = (event for _, event in markdown.events(lines(io.BytesIO(text).read), Began("s-1")))
    found, _ = episode_of(events, "markdown")
    assert (found.outcome, [basis.text for basis in found.because]) == ("success", ["Works now, thanks!"])


def test_counts_what_was_used_and_spent() -> None:
    first = Turn(
        "s",
        "a",
        1,
        None,
        "assistant",
        "reasoning",
        "See [m:k3v9qd2a].",
        spent=Spent(10, 5, 1, 0.1),
        model="m",
    )
    action = Turn(
        "s",
        "b",
        2,
        None,
        "assistant",
        "action",
        tool="Bash",
        command="x [m:k3v9qd2b]",
        spent=Spent(1, 1, 0, 0.2),
    )
    user = Turn("s", "c", 3, None, "user", "observation", "Why [m:k3v9qd2c]?")
    found = form(Session("s", "generic"), [first, action, user])
    assert found.spent == Spent(11, 6, 1, 0.3)
    assert found.cited == ("k3v9qd2a", "k3v9qd2b")
    assert (found.models, found.tools, found.turns) == (("m",), (("Bash", 1),), 3)


def test_measures_from_the_first_moment_to_the_last() -> None:
    turn = Turn("s", "a", 1, "2026-02-03T04:05:00.000000Z", "user", "observation", "Hi")
    later = Turn("s", "b", 2, "2026-02-03T04:06:30.400000Z", "assistant", "reasoning", "Hello")
    found = form(Session("s", "generic", ended_at="2026-02-03T04:06:00.000000Z"), [later, turn])
    assert (found.started_at, found.ended_at, found.duration_seconds) == (turn.at, later.at, 90)
    assert form(Session("s", "generic", started_at="soon", ended_at="late"), []).duration_seconds is None


def test_goes_by_place_where_a_time_is_missing() -> None:
    timed = Turn("s", "a", 2, "2026-02-03T04:05:00.000000Z", "user", "observation", "b")
    untimed = Turn("s", "b", 1, None, "user", "observation", "a")
    assert in_order([timed, untimed]) == [untimed, timed]


def test_makes_an_episode_of_nothing() -> None:
    found = form(Session("s", "generic"), [])
    assert (found.summary, found.outcome, found.turns) == ("", "unknown", 0)


def test_bounds_what_it_keeps_of_a_very_long_session() -> None:
    parts: list[Part] = [
        ASK,
        FAIL,
        EDIT,
        PASS,
        ("user", "No, use UTC."),
        ("says", "The bug was the zone."),
    ] * 1_000
    found = form(Session("s", "generic"), turns(parts))
    assert found.turns == 8_000
    assert len(json.dumps([found.summary, found.goal])) < 1_000
    assert max(len(found.asked), len(found.answered), len(found.corrections), len(found.lessons)) <= 20
    assert len(found.commands) <= 200


@given(st.lists(st.text(max_size=60), max_size=8), st.randoms())
def test_never_raises_and_never_depends_on_order(texts: list[str], shuffler: random.Random) -> None:
    roles: list[tuple[Role, Slot]] = [
        ("user", "observation"),
        ("assistant", "reasoning"),
        ("assistant", "action"),
        ("tool", "outcome"),
    ]
    given_turns = [
        Turn("s", f"t{place}", place, None, *roles[place % 4], text)._replace(
            command=text, call=f"c{place // 4}"
        )
        for place, text in enumerate(texts)
    ]
    found = form(Session("s", "generic"), given_turns)
    shuffler.shuffle(given_turns)
    assert form(Session("s", "generic"), given_turns) == found
