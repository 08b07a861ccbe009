"""What hooks left in the inbox comes into the store once, and stays where it is until it has."""

import json
import os
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from phantasm.contracts.agent_event import (
    COMPACT,
    PROMPT,
    SESSION_END,
    SESSION_START,
    TOOL_USE,
    TURN_END,
)
from phantasm.contracts.errors import Code
from phantasm.learning.capturing import whole_turns
from phantasm.storage.inspection import reader
from tests.fixtures import transcripts
from tests.unit.runtime.hooks.conftest import JUST_NOW, OLD, Agent

CLAUDE = ".claude/projects/-p/s1.jsonl"
WRITTEN = {
    "claude_code": (CLAUDE, transcripts.claude_code),
    "codex": (".codex/sessions/2026/10/01/rollout-2026-s1.jsonl", transcripts.codex),
    "gemini": (".gemini/tmp/abc/chats/session-2026-s1.jsonl", transcripts.gemini),
}


def spent(agent: Agent) -> int:
    """Return how many tokens a session's answers took."""
    return sum(turn.spent.output_tokens for turn in agent.turns() if turn.spent)


def test_take_in_what_a_client_without_transcript_tells(agent: Agent) -> None:
    agent.leaves(SESSION_START)
    agent.leaves(PROMPT, text="Why does the upload fail?", turn="m1")
    agent.leaves(
        TOOL_USE, tool="bash", command="pytest", call="c1", output="1 failed", exit_code=1, failed=True
    )
    agent.leaves(TURN_END, reply="It was the time zone.", turn="m1")
    agent.leaves(COMPACT)
    done = agent.drain()
    assert (done.taken, done.left, done.turns, done.problem) == (5, 0, 4, None)
    found = agent.turns()
    assert [turn.id.partition("#")[0] for turn in found] == ["m1", "hook", "hook", "m1"]
    assert [turn.exit_code for turn in found] == [None, None, 1, None]
    assert agent.project.get("sessions", state="open")["sessions"][0]["client"] == "opencode"


def test_keep_an_event_once_however_often_it_comes(agent: Agent) -> None:
    for _ in range(2):
        agent.leaves(TOOL_USE, tool="bash", command="ls", call="c1", output="a", exit_code=0)
        agent.leaves(PROMPT, text="Look around.", turn="m1")
    agent.drain()
    before = agent.digest()
    agent.leaves(TOOL_USE, tool="bash", command="ls", call="c1", output="a", exit_code=0)
    agent.drain()
    assert len(agent.turns()) == 3
    assert agent.digest() == before


def test_keep_an_event_once_that_two_hooks_left(agent: Agent) -> None:
    for _ in range(2):
        agent.leaves(PROMPT, text="Look around.")
    for _ in range(2):
        agent.leaves(TOOL_USE, tool="bash", command="ls", output="a", exit_code=0)
    agent.drain()
    assert agent.inbox() == []
    assert [turn.role for turn in agent.turns()] == ["user", "assistant", "tool", "assistant", "tool"]


def test_end_a_session_that_has_ended(agent: Agent) -> None:
    agent.leaves(PROMPT, text="Fix the upload.", turn="m1")
    agent.leaves(SESSION_END)
    done = agent.drain()
    assert (done.ended, agent.inbox()) == (1, [])
    assert agent.project.get("sessions", state="ended")["sessions"][0]["id"] == "s1"


def test_let_go_of_a_session_in_which_nothing_happened(agent: Agent) -> None:
    agent.leaves(SESSION_START)
    agent.leaves(SESSION_END)
    agent.drain()
    assert agent.inbox() == []
    assert agent.project.get("sessions")["sessions"] == []


@pytest.mark.parametrize("client", WRITTEN)
def test_catch_up_a_transcript_by_its_pointer(agent: Agent, client: str) -> None:
    name, written = WRITTEN[client]
    path = agent.wrote(name, written("s1", agent.project.root))
    agent.leaves(TURN_END, client, transcript=str(path))
    done = agent.drain()
    assert done.problem is None
    assert agent.inbox() == []
    commands = [turn.command for turn in agent.turns() if turn.command]
    assert commands == [command for _, command, _, _ in transcripts.STORY]


def test_catch_up_a_transcript_that_only_its_name_tells_of(agent: Agent) -> None:
    path = agent.wrote(".cursor/projects/p/agent-transcripts/s1.txt", transcripts.cursor(), modified=OLD)
    agent.leaves(TURN_END, "cursor", transcript=str(path))
    agent.drain()
    assert agent.inbox() == []
    assert len(agent.turns()) > 3


def test_read_on_what_a_transcript_grew_by(agent: Agent) -> None:
    whole = transcripts.claude_code("s1", agent.project.root)
    for size in (len(whole) // 3, len(whole) // 2, len(whole)):
        path = agent.wrote(CLAUDE, whole[:size])
        agent.leaves(TURN_END, "claude_code", transcript=str(path))
        agent.drain()
    assert len({turn.id for turn in agent.turns()}) == len(agent.turns()) == 15


def test_count_what_a_response_took_once_its_transcript_is_at_rest(agent: Agent) -> None:
    path = agent.wrote(CLAUDE, transcripts.claude_code("s1", agent.project.root))
    agent.leaves(SESSION_END, "claude_code", transcript=str(path))
    agent.drain()
    before = spent(agent)
    agent.wrote(CLAUDE, path.read_bytes(), modified=OLD)
    agent.drain()
    assert before == 100 + 101
    assert spent(agent) == 100 + 101 + 102
    assert list((agent.project.paths.inbox / "later").iterdir()) == []


def test_keep_what_a_transcript_does_not_have(agent: Agent) -> None:
    path = agent.wrote(CLAUDE, transcripts.claude_code("s1", agent.project.root))
    known: dict[str, Any] = {
        "tool": "Bash",
        "command": "git commit -am zone",
        "call": "call2",
        "exit_code": 0,
    }
    unknown: dict[str, Any] = {
        "tool": "Bash",
        "command": "make",
        "call": "call9",
        "output": "done",
        "exit_code": 0,
    }
    agent.leaves(TOOL_USE, "claude_code", transcript=str(path), **known)
    waits = agent.leaves(TOOL_USE, "claude_code", transcript=str(path), **unknown)
    agent.drain()
    assert agent.inbox() == [waits.name]
    agent.wrote(CLAUDE, path.read_bytes(), modified=OLD)
    agent.drain()
    assert agent.inbox() == []
    assert sorted(turn.call or "" for turn in agent.turns() if turn.slot == "action") == [
        "call0",
        "call1",
        "call2",
        "call9",
    ]


def test_read_transcripts_of_subagents_beside_the_main_one(agent: Agent) -> None:
    path = agent.wrote(CLAUDE, transcripts.claude_code("s1", agent.project.root))
    data = transcripts.claude_code("s1", agent.project.root, story=[("Look.", "ls", 0, "a")])
    agent.wrote(".claude/projects/-p/s1/subagents/agent-1.jsonl", data.replace(b"s1-0", b"sub-0"))
    agent.leaves(TURN_END, "claude_code", transcript=str(path))
    agent.drain()
    assert "ls" in [turn.command for turn in agent.turns()]


def test_put_damaged_files_aside(agent: Agent) -> None:
    inbox = agent.project.paths.inbox
    (inbox / "1-1.json").write_text("{")
    (inbox / "2-1.json").write_text('{"kind": "nothing"}')
    (inbox / "3-1.json").write_text("[" * 100_000)
    (inbox / "4-1.json").symlink_to("/etc/passwd")
    (inbox / "5-1.json").mkdir()
    agent.leaves(PROMPT, text="Go on.", turn="m1")
    done = agent.drain()
    assert (done.damaged, done.taken, agent.inbox()) == (5, 1, [])
    assert len(list((agent.project.paths.quarantine / "inbox").iterdir())) == 5


def test_put_an_event_aside_that_the_store_refuses(agent: Agent) -> None:
    bad = agent.leaves(PROMPT, text="When?", turn="m1", at="yesterday")
    agent.leaves(PROMPT, text="Now.", turn="m2")
    done = agent.drain()
    assert (done.damaged, done.problem, agent.inbox()) == (1, Code.INVALID_PARAMS, [])
    assert [turn.id.partition("#")[0] for turn in agent.turns()] == ["m2"]
    assert (agent.project.paths.quarantine / "inbox" / bad.name).exists()


def test_stop_when_the_time_is_over_and_go_on_the_next_time(agent: Agent) -> None:
    for number in range(3):
        agent.leaves(PROMPT, session=f"s{number}", text=f"Number {number}.", turn="m1")
    ticks = count()
    done = agent.drain(seconds=3, monotonic=lambda: float(next(ticks)))
    assert 0 < done.left < 3
    agent.drain()
    assert agent.inbox() == []
    assert [len(agent.turns(f"s{number}")) for number in range(3)] == [1, 1, 1]


def test_take_in_the_named_session_first(agent: Agent) -> None:
    agent.leaves(PROMPT, session="other", text="Mine.", turn="m1")
    agent.leaves(PROMPT, session="this", text="Yours.", turn="m1")
    ticks = count()
    agent.drain(seconds=2, session="this", monotonic=lambda: float(next(ticks)))
    assert (len(agent.turns("this")), len(agent.turns("other"))) == (1, 0)


def test_get_further_each_time_however_little_time_there_is(agent: Agent) -> None:
    story = [(f"Question {number}", f"make {number}", 0, "ok") for number in range(150)]
    path = agent.wrote(CLAUDE, transcripts.claude_code("s1", agent.project.root, story=story))
    whole = 150 * 5
    kept = [0]
    while kept[-1] < whole:
        agent.leaves(TURN_END, "claude_code", transcript=str(path))
        ticks = count()
        agent.drain(seconds=2, monotonic=lambda ticks=ticks: float(next(ticks)))
        kept.append(len(agent.turns()))
        assert kept[-1] > kept[-2]
    assert len(kept) > 3
    agent.drain()
    assert (len(agent.turns()), agent.inbox()) == (whole, [])


def test_end_sessions_that_nobody_went_on_with(agent: Agent) -> None:
    agent.project.get("session_append", session_id="old", turns=[
        {"id": "1", "role": "user", "text": "Hello", "at": "2026-10-01T10:00:00Z"}
    ])  # fmt: skip
    assert agent.drain().ended == 1
    assert agent.project.get("sessions", state="open")["sessions"] == []


def test_leave_everything_while_paused(agent: Agent) -> None:
    agent.leaves(PROMPT, text="Hello.", turn="m1")
    agent.project.paths.paused.touch()
    assert agent.drain().taken == 0
    assert len(agent.inbox()) == 1


@pytest.mark.parametrize("chosen", ["capture", "enabled"])
def test_let_go_unread_of_what_is_not_to_be_kept(agent: Agent, chosen: str) -> None:
    agent.leaves(PROMPT, text="Hello.", turn="m1")
    agent.project.paths.settings.write_text(f"[hooks]\n{chosen} = false\n")
    agent.project.runtime.close()
    agent.project.runtime = agent.project.open()
    assert agent.drain().taken == 1
    assert agent.inbox() == []
    assert agent.turns() == []


def test_keep_all_that_was_said_in_one_turn(agent: Agent) -> None:
    for text in ("First words.", "Second words."):
        agent.leaves(PROMPT, "codex", text=text, turn="t1")
        agent.leaves(TURN_END, "codex", reply=f"About: {text}", turn="t1")
    agent.drain()
    assert len(agent.turns()) == 4


def test_keep_sessions_of_two_clients_apart_that_have_one_id(agent: Agent) -> None:
    for client in ("opencode", "copilot"):
        for command in ("make", "make test"):
            agent.leaves(TOOL_USE, client, tool="bash", command=command, call=command, exit_code=0)
            agent.drain()
        agent.leaves(SESSION_END, client)
        agent.drain()
    assert [len(agent.turns(name)) for name in ("s1", "copilot:s1")] == [4, 4]
    assert len(agent.project.get("sessions", state="ended")["sessions"]) == 2


def test_read_no_transcript_that_is_not_the_sessions(agent: Agent, tmp_path: Path) -> None:
    secret = tmp_path / "notes.jsonl"
    secret.write_bytes(transcripts.claude_code("other", agent.project.root))
    linked = agent.home / ".claude/projects/-p/s1.jsonl"
    linked.parent.mkdir(parents=True)
    linked.symlink_to(secret)
    for path in (secret, linked, Path("/etc/passwd"), tmp_path, Path("a\x00b")):
        agent.leaves(TURN_END, "claude_code", transcript=str(path))
    agent.drain()
    assert agent.inbox() == []
    assert agent.project.get("sessions")["sessions"] == []


def test_read_a_transcript_elsewhere_that_says_it_is_the_sessions(agent: Agent, tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    path.write_bytes(transcripts.claude_code("s1", agent.project.root))
    agent.leaves(TURN_END, "claude_code", transcript=str(path))
    agent.drain()
    assert len(agent.turns()) == 15


def test_read_no_transcript_of_another_project(
    agent: Agent, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("other")
    path = agent.wrote(CLAUDE, transcripts.claude_code("s1", other))
    agent.leaves(TURN_END, "claude_code", transcript=str(path))
    agent.drain()
    assert agent.turns() == []


def test_go_on_behind_an_event_that_cannot_be_written_down(agent: Agent) -> None:
    for field in ("session", "folder", "text"):
        told = {"kind": PROMPT, "client": "claude_code", "session": "s0", "text": "Hello."}
        path = agent.leaves(PROMPT, session="s0")
        path.write_text(json.dumps(told | {field: "/x/\ud800"}))
    agent.leaves(PROMPT, text="Go on.", turn="m1")
    agent.drain()
    assert agent.inbox() == []
    assert len(agent.turns()) == 1


def test_leave_everything_where_files_cannot_be_written(agent: Agent) -> None:
    (agent.project.paths.inbox / "later").write_text("no folder")
    path = agent.wrote(CLAUDE, transcripts.claude_code("s1", agent.project.root))
    agent.leaves(TURN_END, "claude_code", transcript=str(path))
    assert agent.drain().problem == Code.STORAGE_FAILED
    assert len(agent.inbox()) == 1


def test_remove_what_a_killed_hook_left_half(agent: Agent) -> None:
    new, old = (agent.project.paths.inbox / f".{number}-1.json.partial" for number in (1, 2))
    for path, moment in ((new, JUST_NOW), (old, OLD)):
        path.write_text('{"kind": "pro')
        os.utime(path, (moment, moment))
    agent.drain()
    assert (new.exists(), old.exists()) == (True, False)


def test_keep_as_much_of_an_output_as_an_import_does(agent: Agent) -> None:
    agent.leaves(TOOL_USE, tool="bash", command="make", call="c1", output="x" * 40_000, exit_code=1)
    agent.drain()
    with agent.project.runtime.environment.database.read() as (connection, head):
        (answer,) = [one for one in whole_turns(reader(connection, head), "s1") if one.role == "tool"]
    assert 2_000 <= len(answer.text) < 2_100


def test_wait_for_a_transcript_that_is_not_there_yet(agent: Agent) -> None:
    path = agent.home / CLAUDE
    agent.leaves(PROMPT, "claude_code", transcript=str(path))
    agent.drain()
    later = list((agent.project.paths.inbox / "later").iterdir())
    assert [json.loads(one.read_text())["transcript"] for one in later] == [str(path)]
    agent.wrote(CLAUDE, transcripts.claude_code("s1", agent.project.root), modified=OLD)
    agent.drain()
    assert len(agent.turns()) == 15
