"""An event gets what its kind asks for, within its time, whatever the store is like."""

from itertools import count
from typing import Any

import pytest

from phantasm.contracts.agent_event import (
    COMPACT,
    OTHER,
    PROMPT,
    SESSION_END,
    SESSION_START,
    TOOL_USE,
    TURN_END,
    AgentEvent,
)
from phantasm.runtime.hooks.attending import Said, attend
from phantasm.surfaces.hooks.giving import note
from tests.sessions import session
from tests.unit.runtime.hooks.conftest import Agent

QUESTION = "How do we release the upload service?"


def happens(agent: Agent, kind: str, *, seconds: float = 60, **fields: Any) -> Said:
    """Let something happen in a session of Claude Code."""
    event = AgentEvent(kind, fields.pop("client", "claude_code"), session="s1")
    for name, value in fields.items():
        setattr(event, name, value)
    said = attend(event, agent.project.root, seconds=seconds)
    standing = said.standing or kind == SESSION_START
    note(str(agent.project.paths.state), event, list(said.items), list(said.prints), standing=standing)
    return said


def remember(agent: Agent) -> None:
    """Hold a rule for every task, and facts about some."""
    project = agent.project
    project.hold("Always run the linter before a commit.", record_kind="constraint", profile="cli")
    project.hold("The upload service is released by tagging a commit with v and a number.")
    project.hold("The billing database is PostgreSQL 16 in the cluster of Frankfurt.")


def test_start_a_session_with_the_standing_context(agent: Agent) -> None:
    remember(agent)
    said = happens(agent, SESSION_START)
    assert "Always run the linter" in said.context
    assert said.notice == ""
    assert (agent.project.paths.ready / "claude_code.json").exists()


def test_add_what_a_prompt_asks_for_once(agent: Agent) -> None:
    agent.project.hold("Always run the linter before a commit.", record_kind="constraint", profile="cli")
    happens(agent, SESSION_START)
    remember(agent)
    said = happens(agent, PROMPT, text=QUESTION)
    assert "tagging a commit" in said.context
    assert "linter" not in said.context
    assert happens(agent, PROMPT, text=QUESTION).context == ""


@pytest.mark.parametrize("text", ["", "   ", "What is the airspeed of an unladen swallow?"])
def test_add_nothing_where_nothing_matches(agent: Agent, text: str) -> None:
    remember(agent)
    happens(agent, SESSION_START)
    assert happens(agent, PROMPT, text=text) == Said()


def test_take_any_prompt(agent: Agent) -> None:
    remember(agent)
    assert isinstance(happens(agent, PROMPT, text=QUESTION + " x" * 100_000), Said)


def failing(agent: Agent) -> dict[str, Any]:
    """Let a session get past a failure, and return that failure."""
    told = session("before", "Fix the tests.", days_ago=2)
    turns = told["turns"]
    failure = "E   ModuleNotFoundError: No module named 'psycopg2'\n1 failed"
    steps = [
        ("pytest tests/db", 1, failure),
        ("pip install psycopg2-binary", 0, "ok"),
        ("pytest tests/db", 0, "1 passed"),
    ]
    for number, (command, code, output) in enumerate(steps):
        at = turns[0]["at"].replace("00:00", f"0{number}:30")
        turns.append(
            {
                "id": f"a{number}",
                "role": "assistant",
                "tool": "Bash",
                "command": command,
                "call": f"c{number}",
                "at": at,
            }
        )
        turns.append(
            {
                "id": f"o{number}",
                "role": "tool",
                "call": f"c{number}",
                "text": output,
                "exit_code": code,
                "at": at,
            }
        )
    agent.project.get("session_append", sessions=[told])
    return {"command": "pytest tests/db", "output": failure, "exit_code": 1}


def test_recall_what_got_past_a_failure_once(agent: Agent) -> None:
    failure = failing(agent)
    said = happens(agent, TOOL_USE, **failure)
    assert "pip install psycopg2-binary" in said.context
    assert happens(agent, TOOL_USE, **failure) == Said()
    assert happens(agent, TOOL_USE, **failure | {"exit_code": 0}) == Said()
    assert happens(agent, TOOL_USE, command="make", output="Segmentation fault", failed=True) == Said()


def test_take_in_what_waits_at_the_end_of_a_turn(agent: Agent) -> None:
    agent.leaves(PROMPT, "opencode", text="Hello there.", turn="m1")
    assert happens(agent, TURN_END) == Said()
    assert agent.inbox() == []
    agent.leaves(SESSION_END, "opencode")
    assert happens(agent, SESSION_END) == Said()
    assert agent.project.get("sessions", state="ended")["sessions"][0]["id"] == "s1"


def test_tell_again_after_a_compaction(agent: Agent) -> None:
    remember(agent)
    assert happens(agent, COMPACT).context == happens(agent, SESSION_START).context != ""


def test_do_nothing_about_what_it_does_not_know(agent: Agent) -> None:
    assert happens(agent, OTHER) == Said()


def test_respect_what_was_chosen(agent: Agent) -> None:
    remember(agent)
    failure = failing(agent)
    chosen = agent.project.paths.settings
    chosen.write_text("[hooks]\nstanding = false\nrecall = false\n")
    assert [happens(agent, SESSION_START), happens(agent, PROMPT, text=QUESTION)] == [Said(), Said()]
    assert happens(agent, TOOL_USE, **failure) == Said()
    chosen.write_text("[hooks]\nenabled = false\n")
    assert happens(agent, SESSION_START) == Said()


def test_give_up_when_the_time_is_over(agent: Agent) -> None:
    remember(agent)
    agent.leaves(PROMPT, text="Hello there.", turn="m1")
    ticks = count()
    event = AgentEvent(SESSION_START, "claude_code", session="s1")
    said = attend(event, agent.project.root, seconds=1, monotonic=lambda: float(next(ticks)))
    assert said == Said()
    assert len(agent.inbox()) == 1


def test_tell_at_the_start_what_is_wrong_and_stay_silent_later(agent: Agent) -> None:
    agent.project.runtime.close()
    agent.project.paths.store.write_bytes(b"no store at all" * 1_000)
    said = happens(agent, SESSION_START)
    assert said.context == ""
    assert "the store is damaged. Next: phantasm doctor" in said.notice
    assert happens(agent, PROMPT, text=QUESTION) == Said()
    agent.project.paths.settings.write_text("nonsense = [")
    assert "configuration is not valid" in happens(agent, SESSION_START).notice


def test_stay_silent_where_there_is_no_project(agent: Agent) -> None:
    event = AgentEvent(SESSION_START, "claude_code", session="s1")
    assert attend(event, agent.home, seconds=60) == Said()


def test_a_prompt_after_a_shortened_conversation_says_again_what_holds(agent: Agent) -> None:
    remember(agent)
    assert "linter" in happens(agent, SESSION_START).context
    assert "linter" not in happens(agent, PROMPT, text=QUESTION).context
    happens(agent, COMPACT)
    said = happens(agent, PROMPT, text=QUESTION)
    assert "linter" in said.context
    assert "tagging a commit" in said.context
    assert happens(agent, PROMPT, text=QUESTION) == Said()


def test_a_prompt_of_a_session_that_started_without_us_says_what_holds(agent: Agent) -> None:
    remember(agent)
    assert "linter" in happens(agent, PROMPT, text="Hello.").context
