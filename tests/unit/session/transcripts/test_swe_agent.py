"""How trajectories of SWE-agent and mini-SWE-agent are read."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.session.transcripts.model import Answer, Began, Call, Event, Turn, Unreadable
from phantasm.session.transcripts.swe_agent import events_of
from phantasm.session.transcripts.terms import Spent

DIFF = (
    "diff --git a/app/clock.py b/app/clock.py\n--- a/app/clock.py\n+++ b/app/clock.py\n@@ -1 +1 @@\n-x\n+y\n"
)

STEPS: dict[str, Any] = {
    "environment": "main",
    "trajectory": [
        {
            "action": "ls -F\n",
            "observation": "app/\ntests/\n",
            "response": "Let us look around.\n```\nls -F\n```\nThen we shall see.",
            "thought": "Let us look around.\n",
            "state": '{"open_file": "n/a", "working_dir": "/repo"}',
            "execution_time": 0.2,
        },
        {
            "action": 'open "app/clock.py" 12',
            "observation": "[File: app/clock.py]",
            "response": 'Open it.\n<command>\nopen "app/clock.py" 12\n</command>',
            "thought": "Open it.",
            "state": {"open_file": "/repo/app/clock.py", "working_dir": "/repo"},
        },
        {
            "action": "edit 1:1\ny\nend_of_edit",
            "observation": "",
            "response": "Change it.",
            "thought": "Change it.",
            "state": {"open_file": "/repo/app/clock.py", "working_dir": "/repo"},
        },
        {"action": "submit", "observation": DIFF, "response": "Done.", "thought": "", "state": "{}"},
    ],
    "history": [
        {"role": "system", "content": "You are at a terminal."},
        {"role": "user", "content": "Look at this example.", "is_demo": True},
        {"role": "user", "content": "The clock is late.", "message_type": "observation"},
        {"role": "assistant", "content": "Let us look around."},
        {"role": "user", "content": "app/"},
    ],
    "info": {
        "exit_status": "submitted",
        "submission": DIFF,
        "model_stats": {"instance_cost": 0.5, "tokens_sent": 900, "tokens_received": 30, "api_calls": 4},
        "swe_agent_version": "1.1.0",
    },
    "replay_config": json.dumps({"agent": {"model": {"name": "some-model"}}}),
}

MESSAGES: dict[str, Any] = {
    "info": {
        "exit_status": "Submitted",
        "submission": DIFF,
        "model_stats": {"instance_cost": 0.02, "api_calls": 2},
        "config": {"model": {"model_name": "other-model"}},
        "mini_version": "2.0.0",
    },
    "messages": [
        {"role": "system", "content": "You can run commands."},
        {"role": "user", "content": [{"type": "text", "text": "The clock is late."}]},
        {
            "role": "assistant",
            "content": "THOUGHT: run the tests\n\n```bash\npytest -q\n```",
            "extra": {
                "timestamp": 1_772_359_200.5,
                "cost": 0.01,
                "response": {"usage": {"prompt_tokens": 40}},
            },
        },
        {"role": "user", "content": "<returncode>1</returncode>\n<output>\n1 failed\n</output>"},
        {"role": "assistant", "content": "I have no command."},
        {"role": "user", "content": "Please always provide EXACTLY ONE action in triple backticks, found 0."},
        {
            "role": "assistant",
            "content": "Now both.",
            "reasoning_content": "two at once",
            "tool_calls": [
                {"id": "k1", "function": {"name": "bash", "arguments": '{"command": "git status"}'}},
                {"id": "k2", "function": {"name": "view", "arguments": {"path": "a.py"}}},
            ],
            "extra": {"actions": [{"command": "git status", "tool_call_id": "k1"}]},
        },
        {"role": "tool", "tool_call_id": "k1", "content": "clean", "extra": {"returncode": 0}},
        {"role": "tool", "tool_call_ids": ["k2"], "content": "x = 1"},
        {"role": "user", "content": "Use the other branch.", "extra": {"interrupt_type": "UserInterruption"}},
        {"role": "exit", "content": "", "extra": {"exit_status": "Submitted"}},
    ],
    "trajectory_format": "mini-swe-agent-1.1",
}


def read(document: object, name: str = "runs/clock-1.traj") -> list[Event]:
    return list(events_of(json.dumps(document).encode(), name))


def turns(document: object) -> list[Turn]:
    return [event for event in read(document) if isinstance(event, Turn)]


def test_reads_the_steps_and_what_was_asked_before_them() -> None:
    began = read(STEPS)[0]
    assert isinstance(began, Began)
    assert (began.session.rpartition("-")[0], began.folder, began.version) == ("clock-1", "/repo", "1.1.0")
    found = turns(STEPS)
    assert [(turn.id, turn.role) for turn in found] == [
        ("message/0", "system"),
        ("message/1", "user"),
        ("step/0", "assistant"),
        ("step/0/answer", "tool"),
        ("step/1", "assistant"),
        ("step/1/answer", "tool"),
        ("step/2", "assistant"),
        ("step/3", "assistant"),
        ("step/3/answer", "tool"),
        ("exit", "system"),
    ]
    assert {turn.session for turn in found} == {began.session}
    assert [turn.text for turn in found[:2]] == ["You are at a terminal.", "The clock is late."]
    assert [turn.is_machine for turn in found[:3]] == [True, False, False]
    assert (found[2].thought, found[2].text) == ("Let us look around.", "Then we shall see.")
    assert found[3].answers == (Answer("step/0/0", "app/\ntests/\n"),)
    assert {turn.model for turn in found if turn.role == "assistant"} == {"some-model"}


def test_tells_commands_from_tools_that_name_files() -> None:
    calls = [call for turn in turns(STEPS)[2:8] for call in turn.calls]
    assert calls == [
        Call("step/0/0", "bash", "ls -F", "ls -F"),
        Call("step/1/0", "open", 'open "app/clock.py" 12', files=("app/clock.py",)),
        Call("step/2/0", "edit", "edit 1:1\ny\nend_of_edit", files=("/repo/app/clock.py",)),
        Call("step/3/0", "submit", "submit"),
    ]
    assert [turn.text for turn in turns(STEPS)[4:8]] == ["", "", "", "Done."]


def test_says_how_the_run_ended_and_what_it_took() -> None:
    ending = turns(STEPS)[-1]
    assert (ending.text, ending.is_machine) == ("submitted", True)
    assert ending.calls == (Call("exit/0", "submit", DIFF, files=("app/clock.py",)),)
    assert ending.spent == Spent(900, 30, cost=0.5)
    still_running = {**STEPS, "info": {"exit_status": None}}
    assert turns(still_running)[-1].id == "step/3/answer"


def test_reads_messages_with_their_exit_codes() -> None:
    found = turns(MESSAGES)
    assert [(turn.role, turn.is_machine) for turn in found] == [
        ("system", True),
        ("user", False),
        ("assistant", False),
        ("tool", False),
        ("assistant", False),
        ("user", True),
        ("assistant", False),
        ("tool", False),
        ("tool", False),
        ("user", False),
        ("system", True),
    ]
    first, failed = found[2], found[3]
    assert (first.text, first.at) == ("THOUGHT: run the tests", "2026-03-01T10:00:00.500000Z")
    assert first.calls == (Call("message/2/0", "bash", "pytest -q", "pytest -q"),)
    assert first.spent == Spent(40, cost=0.01)
    assert (failed.answers[0].call, failed.answers[0].exit_code, failed.answers[0].failed) == (
        "message/2/0",
        1,
        True,
    )
    both = found[6]
    assert [(call.id, call.command, call.files) for call in both.calls] == [
        ("k1", "git status", ()),
        ("k2", None, ("a.py",)),
    ]
    assert (both.thought, both.text, both.model) == ("two at once", "Now both.", "other-model")
    assert found[7].answers == (Answer("k1", "clean", 0, failed=False),)
    assert found[8].answers == (Answer("k2", "x = 1"),)
    assert found[9].text == "Use the other branch."
    assert found[-1].spent is None


def test_names_a_run_the_same_while_it_grows_and_another_one_differently() -> None:
    short = {**STEPS, "trajectory": STEPS["trajectory"][:2], "info": {}}
    assert read(short)[0] == Began(turns(STEPS)[0].session, folder="/repo")
    assert turns(short) == turns(STEPS)[: len(turns(short))]
    other = {**STEPS, "trajectory": STEPS["trajectory"][1:]}
    assert turns(other)[0].session != turns(STEPS)[0].session
    assert read(STEPS, "runs/clock-2.traj")[0] != read(STEPS)[0]


def test_takes_the_task_from_the_settings_where_there_is_no_history() -> None:
    asked = {**STEPS, "history": STEPS["history"][:3]}
    assert [turn.role for turn in turns(asked)[:3]] == ["system", "user", "assistant"]
    settings = {"problem_statement": {"text": "Repair the clock."}}
    document = {"trajectory": STEPS["trajectory"], "replay_config": settings}
    assert turns(document)[0] == Turn(turns(document)[1].session, "task", "user", "Repair the clock.")


def test_leaves_words_alone_that_only_look_like_the_action() -> None:
    step = {
        "action": "ls",
        "response": "The tools and also ```ls -l``` are here.\n```\nls\n```",
        "thought": "",
    }
    assert turns({"trajectory": [step]})[0].text == "The tools and also ```ls -l``` are here."


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b'{"trajectory": [{"action": "l', "unfinished"),
        (b"{]}", "malformed"),
        (b"[1, 2]", "malformed"),
        (b'{"steps": []}', "unknown"),
        (b'{"messages": [{"role": "user", "content": "not yet answered"}]}', "unfinished"),
    ],
)
def test_says_why_a_document_is_no_run(data: bytes, why: str) -> None:
    (found,) = events_of(data, "x.traj")
    assert isinstance(found, Unreadable)
    assert (found.why, found.detail) == (why, "x.traj")


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def places(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    for key, part in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    ):
        yield from places(part, (*path, key))


def changed(value: object, path: tuple[str | int, ...], new: object) -> object:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)  # type: ignore[call-overload]
    copy[path[0]] = changed(copy[path[0]], path[1:], new)
    return copy


@given(st.data())
def test_takes_any_types(data: st.DataObject) -> None:
    document: object = data.draw(st.sampled_from([STEPS, MESSAGES]))
    for _ in range(3):
        document = changed(document, data.draw(st.sampled_from(list(places(document)))), data.draw(ANY))
    for event in read(document):
        repr(event).encode()


@given(st.binary(max_size=60) | ANY.map(lambda value: json.dumps(value).encode()))
def test_takes_any_bytes(data: bytes) -> None:
    assert len(list(events_of(data, "x"))) == 1
