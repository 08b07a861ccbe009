"""Is what happened kept once, whoever tells it, however often, and whatever becomes of the transcript?"""

import gzip
import json
import os
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from phantasm.capabilities.clock import SystemClock
from phantasm.runtime.importing.running import IDLE
from tests.fixtures import transcripts
from tests.scenario.hooking import Agent

STORY = list(transcripts.STORY)
MORE = ("And the fourth?", "make fourth", 0, "ok")
MANY = [(f"Question {number}", f"make {number}", 0, "ok") for number in range(30)]


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    """Return an agent in a fresh project."""
    for name in ("project", "home"):
        (tmp_path / name).mkdir()
    return Agent(tmp_path / "project", tmp_path / "home")


def written(agent: Agent, story: Any = STORY, session: str = "s1") -> bytes:
    """Return a transcript of the project."""
    return transcripts.claude_code(session, agent.root, story=story)


def commands(agent: Agent) -> Counter[str]:
    """Return how often each command is kept, in all sessions."""
    return Counter(turn.command for turn in agent.all_turns() if turn.command)


def once(story: Any = STORY) -> Counter[str]:
    """Return what has to be kept of a story."""
    return Counter(one[1] for one in story)


def come_to_rest(agent: Agent) -> None:
    """Let everything have been written long ago."""
    long_ago = (SystemClock().now() - IDLE).timestamp() - 60
    for path in agent.home.rglob("*.jsonl"):
        os.utime(path, (long_ago, long_ago))
    for path in agent.waiting():
        path.rename(path.with_name(f"{int(long_ago * 10**9):020d}-{path.name[-10:]}"))


def test_two_clients_with_the_same_names_lose_nothing(agent: Agent) -> None:
    agent.runs("make open", call="call_1")
    result = {"resultType": "success", "textResultForLlm": "ok"}
    arguments = json.dumps({"command": "make co"})
    agent.hook(
        "copilot", "postToolUse", sessionId="s1", toolName="bash", toolArgs=arguments, toolResult=result,
        toolUseId="call_1",
    )  # fmt: skip
    agent.drain()
    assert commands(agent) == Counter({"make open": 1, "make co": 1})


def test_several_messages_of_one_turn_are_all_kept(agent: Agent) -> None:
    for words in ("First words.", "Second words."):
        agent.says(words, "opencode", turn_id="t1")
        agent.hook("opencode", "session.idle", turn_id="t1", last_assistant_message=f"Reply to {words}")
    agent.drain()
    texts = Counter((turn.role, turn.text) for turn in agent.turns())
    assert len(agent.turns()) == 4, texts
    assert {str(turn.role) for turn in agent.turns()} == {"user", "assistant"}


def test_hooks_that_are_registered_twice_tell_it_once(agent: Agent) -> None:
    for _ in range(2):
        agent.says("Only once.", turn_id="t1")
        agent.runs("make once", call="c1")
        agent.hook("opencode", "session.idle", turn_id="t1", last_assistant_message="Done once.")
    agent.drain()
    assert len(agent.turns()) == 4
    assert commands(agent) == Counter({"make once": 1})


def test_an_event_and_the_transcript_tell_it_once(agent: Agent) -> None:
    path = agent.home / ".claude" / "projects" / "-p" / "s1.jsonl"
    said, command, _, printed = STORY[0]
    agent.says(said, "claude_code", transcript_path=str(path))
    about: dict[str, Any] = {"tool_name": "Bash", "tool_use_id": "call0", "tool_input": {"command": command}}
    agent.hook("claude_code", "PostToolUseFailure", transcript_path=str(path), error=printed, **about)
    agent.drain()
    agent.transcript(written(agent))
    agent.ends_turn(path)
    come_to_rest(agent)
    agent.drain()
    assert commands(agent) == once()
    assert len([turn for turn in agent.turns() if str(turn.role) == "user"]) == len(STORY)
    assert agent.waiting() == []


def test_what_no_transcript_came_to_tell_is_kept_from_the_events(agent: Agent) -> None:
    path = str(agent.home / ".claude" / "projects" / "-p" / "s1.jsonl")
    agent.says("Before there was a file.", "claude_code", transcript_path=path)
    about: dict[str, Any] = {"tool_name": "Bash", "tool_use_id": "c", "tool_input": {"command": "make early"}}
    agent.hook("claude_code", "PostToolUse", transcript_path=path, tool_response={"stdout": "ok"}, **about)
    agent.drain()
    come_to_rest(agent)
    agent.drain()
    assert commands(agent) == Counter({"make early": 1})
    assert len(agent.turns()) == 3


def test_a_transcript_behind_a_link_loses_nothing(agent: Agent) -> None:
    path = agent.transcript(written(agent))
    real = agent.home / "real.jsonl"
    path.rename(real)
    path.symlink_to(real)
    agent.says("Kept all the same.", "claude_code", transcript_path=str(path))
    agent.drain()
    come_to_rest(agent)
    agent.drain()
    assert len(agent.turns()) == 1


@pytest.mark.parametrize("kind", ["shorter", "rotated", "compacted", "deleted", "moved"])
def test_a_transcript_that_changes_loses_and_doubles_nothing(agent: Agent, kind: str) -> None:
    path = agent.transcript(written(agent))
    agent.ends_turn(path)
    agent.drain()
    lines = written(agent).splitlines(keepends=True)
    summary = json.dumps({"type": "summary", "summary": "It was about a zone.", "leafUuid": "s1-2-4"})
    match kind:
        case "shorter":
            path.write_bytes(b"".join(lines[:4]))
        case "rotated":
            path.unlink()
        case "compacted":
            path.write_bytes(summary.encode() + b"\n" + b"".join(lines[5:]))
        case "deleted":
            path.unlink()
            agent.ends_turn(path)
            agent.drain()
        case "moved":
            path.rename(path.with_name("elsewhere.jsonl"))
    agent.drain()
    story = [*STORY, MORE]
    agent.transcript(written(agent, story))
    agent.ends_turn(path)
    agent.drain()
    assert commands(agent) == once(story)


def test_a_compressed_transcript_is_read_or_left(agent: Agent) -> None:
    path = agent.transcript(gzip.compress(written(agent)))
    agent.ends_turn(path)
    agent.drain()
    assert commands(agent) in (once(), Counter())
    agent.transcript(written(agent))
    agent.ends_turn(path)
    agent.drain()
    assert commands(agent) == once()


def test_a_line_that_is_still_being_written_is_taken_in_later(agent: Agent) -> None:
    data = written(agent, MANY)
    cuts = [0, 1, len(data) // 3, len(data) // 2, len(data) - 2, len(data)]
    path = agent.transcript(b"")
    for before, behind in pairwise(cuts):
        with path.open("ab") as file:
            file.write(data[before:behind])
        agent.ends_turn(path)
        agent.drain()
    assert commands(agent) == once(MANY)


def test_a_resumed_session_goes_on_where_it_was(agent: Agent) -> None:
    path = agent.transcript(written(agent))
    agent.ends_turn(path)
    agent.hook("claude_code", "SessionEnd", transcript_path=str(path), reason="exit")
    agent.drain()
    agent.starts(source="resume", transcript_path=str(path))
    agent.transcript(written(agent, [*STORY, MORE]))
    agent.ends_turn(path)
    agent.hook("claude_code", "SessionEnd", transcript_path=str(path), reason="exit")
    agent.drain()
    assert commands(agent) == once([*STORY, MORE])


def test_a_subagent_is_kept_once_though_two_name_its_file(agent: Agent) -> None:
    path = agent.transcript(written(agent))
    below = path.with_suffix("") / "subagents" / "agent-a1.jsonl"
    below.parent.mkdir(parents=True)
    lines = [json.loads(line) for line in written(agent, [MORE]).splitlines()]
    for line in lines:
        line |= {"isSidechain": True, "agentId": "a1", "uuid": f"sub-{line['uuid']}"}
        line["message"]["id"] = "sub"
        for block in line["message"]["content"] if isinstance(line["message"]["content"], list) else []:
            for name in ("id", "tool_use_id"):
                if name in block:
                    block[name] = "sub-call"
    below.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    for _ in range(2):
        agent.hook(
            "claude_code", "SubagentStop", transcript_path=str(path), agent_id="a1",
            agent_transcript_path=str(below),
        )  # fmt: skip
        agent.ends_turn(path)
        agent.drain()
    assert commands(agent) == once([*STORY, MORE])


def test_two_projects_share_a_session_and_nothing_else(agent: Agent, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = Agent(tmp_path / "other", agent.home)
    agent.says("Of the first.", session_id="shared")
    other.says("Of the second.", session_id="shared")
    other.runs("make second", session_id="shared")
    agent.drain()
    other.drain()
    assert (len(agent.turns("shared")), len(other.turns("shared"))) == (1, 3)
    assert agent.found("Of the second.") == other.found("Of the first.") == []


def test_a_clock_that_jumps_loses_and_doubles_nothing(agent: Agent) -> None:
    for number, moment in enumerate((10**18 * 2, 10**18, 10**18 * 3)):
        agent.says(f"Words {number}.")
        (path,) = [path for path in agent.waiting() if path.name[:2] == "01" and path.name[:4] != "0100"]
        path.rename(path.with_name(f"{moment:020d}-{number}.json"))
    agent.drain()
    assert len(agent.turns()) == 3
    assert agent.waiting() == []


def test_a_large_transcript_is_taken_in_piece_by_piece(agent: Agent) -> None:
    story = [(f"Question {number}", f"make {number}", 0, "x" * 20_000) for number in range(200)]
    path = agent.transcript(written(agent, story))
    agent.ends_turn(path)
    for _ in range(60):
        agent.drain(seconds=0.01)
        if commands(agent) == once(story):
            break
        agent.ends_turn(path)
    assert commands(agent) == once(story)
