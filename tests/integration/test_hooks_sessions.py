"""Do sessions come through whole when much happens at once? Real hooks, commands and locks, all together."""

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from phantasm.contracts.agent_event import PROMPT, AgentEvent
from phantasm.surfaces.hooks import giving, inbox
from tests.fixtures import transcripts
from tests.fixtures.commands import PHANTASM
from tests.scenario.hooking import HANGS_SECONDS, Agent

AT_ONCE = 20
MANY = 2_500
"""More than one drain looks at."""
FOREIGN = """
import sqlite3
import sys

connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""
"""Some other program that holds the store for itself."""


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    """Return an agent in a fresh project."""
    for name in ("project", "home"):
        (tmp_path / name).mkdir()
    return Agent(tmp_path / "project", tmp_path / "home")


def used(agent: Agent, number: int, session: str = "s1") -> bytes:
    """Return what OpenCode says about one use of a tool."""
    told = {
        "session_id": session, "cwd": str(agent.root), "tool_name": "bash", "tool_use_id": f"c{number}",
        "tool_input": {"command": f"make {number}"}, "tool_response": {"output": "ok", "exit": 0},
    }  # fmt: skip
    return json.dumps(told).encode()


def start(agent: Agent, event: str, text: bytes, client: str = "opencode") -> "subprocess.Popen[bytes]":
    """Start a hook and leave it running."""
    process = subprocess.Popen(
        [str(PHANTASM), "hook", client, event],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=agent.root,
        env=agent.environment(),
    )
    assert process.stdin is not None
    process.stdin.write(text)
    process.stdin.close()
    return process


def end(processes: list["subprocess.Popen[bytes]"]) -> set[int]:
    """Wait for processes and return how they ended."""
    return {process.wait(timeout=2 * HANGS_SECONDS) for process in processes}


def drain_all(agent: Agent) -> None:
    """Take everything in that waits."""
    for _ in range(20):
        if not agent.waiting():
            return
        agent.drain()


def commands(agent: Agent) -> Counter[str]:
    """Return how often each command is kept."""
    return Counter(turn.command for turn in agent.all_turns() if turn.command)


def once(numbers: range) -> Counter[str]:
    """Return what has to be kept."""
    return Counter({f"make {number}": 1 for number in numbers})


@contextmanager
def locked(agent: Agent) -> Iterator[None]:
    """Hold the lock of writers, as a process does that was stopped while it wrote."""
    with agent.project.runtime.environment.database.lock.hold("test"):
        pass  # the lock file is there now
    held = os.open(agent.paths.lock, os.O_RDWR)
    try:
        fcntl.lockf(held, fcntl.LOCK_EX, 1, 0)
        yield
    finally:
        os.close(held)


def test_many_hooks_at_once_lose_and_double_nothing(agent: Agent) -> None:
    text = json.dumps({"session_id": "s1", "cwd": str(agent.root)}).encode()
    running: list[subprocess.Popen[bytes]] = []
    for number in range(AT_ONCE):
        running.append(start(agent, "tool.execute.after", used(agent, number, f"s{number % 2}")))
        if number % 7 == 0:
            running.append(start(agent, "session.idle", text))
    assert end(running) == {0}
    drain_all(agent)
    assert commands(agent) == once(range(AT_ONCE))


def test_hooks_before_a_locked_store_keep_everything(agent: Agent) -> None:
    with locked(agent):
        running = [start(agent, "tool.execute.after", used(agent, number)) for number in range(5)]
        about = json.dumps({"session_id": "s1", "cwd": str(agent.root), "source": "startup"}).encode()
        running += [
            start(agent, event, about) for event in ("session.created", "session.idle", "session.deleted")
        ]
        assert end(running) == {0}
        assert len(agent.waiting()) == 8
    drain_all(agent)
    assert commands(agent) == once(range(5))


def test_hooks_before_sqlites_own_lock_keep_everything(agent: Agent) -> None:
    # In a process of its own: two copies of SQLite in one process undo each other's locks.
    command = [sys.executable, "-c", FOREIGN, str(agent.paths.store)]
    foreign = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert foreign.stdout is not None
    assert foreign.stdout.readline() == b"held\n"
    running = [start(agent, "tool.execute.after", used(agent, number)) for number in range(5)]
    about = json.dumps({"session_id": "s1", "cwd": str(agent.root)}).encode()
    running += [start(agent, event, about) for event in ("session.created", "session.idle")]
    assert end(running) == {0}
    assert len(agent.waiting()) == 7
    foreign.communicate()
    drain_all(agent)
    assert commands(agent) == once(range(5))


def test_a_full_inbox_keeps_nobody_waiting_and_loses_nothing(agent: Agent) -> None:
    told = json.loads(used(agent, 0))
    for number in range(MANY):
        event = AgentEvent("tool_use", "opencode", session=f"s{number % 3}")
        event.tool, event.command, event.call, event.exit_code = "bash", f"make {number}", f"c{number}", 0
        event.at = f"2026-11-01T10:{number // 60 % 60:02d}:{number % 60:02d}.000000Z"
        path = agent.paths.inbox / f"{1_700_000_000 * 10**9 + number:020d}-1.json"
        path.write_text(json.dumps(event.to_json()), encoding="utf-8")
    about = json.dumps({"session_id": "new", "cwd": told["cwd"], "source": "startup"}).encode()
    for event_name in ("session.created", "chat.message", "session.idle"):
        agent.quick_hook("opencode", event_name, about)
    drain_all(agent)
    assert commands_of(agent, 3) == once(range(MANY))


def commands_of(agent: Agent, sessions: int) -> Counter[str]:
    """Return how often each command is kept in some sessions."""
    found = (turn.command for number in range(sessions) for turn in agent.turns(f"s{number}"))
    return Counter(command for command in found if command)


def test_hooks_and_an_import_tell_it_once(agent: Agent) -> None:
    story = [(f"Question {number}", f"make {number}", 0, "ok") for number in range(60)]
    path = agent.transcript(transcripts.claude_code("s1", agent.root, story=story))
    told = {"session_id": "s1", "cwd": str(agent.root), "transcript_path": str(path)}
    text = json.dumps(told).encode()
    importing = subprocess.Popen(
        [str(PHANTASM), "import", "sessions"],
        cwd=agent.root,
        env=agent.environment(PHANTASM_CLIENT="claude_code"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    running = [start(agent, "Stop", text, "claude_code") for _ in range(4)]
    assert end(running) == {0}
    importing.wait(timeout=2 * HANGS_SECONDS)
    drain_all(agent)
    assert commands(agent) == once(range(60))


def test_hooks_that_are_killed_lose_nothing_that_was_safe(agent: Agent) -> None:
    text = json.dumps({"session_id": "s1", "cwd": str(agent.root)}).encode()
    assert end([start(agent, "tool.execute.after", used(agent, number)) for number in range(6)]) == {0}
    for _ in range(6):
        process = start(agent, "session.idle", text)
        while len(agent.waiting()) <= 6 and process.poll() is None:
            pass
        process.send_signal(signal.SIGKILL)
        process.wait()
    drain_all(agent)
    assert commands(agent) == once(range(6))


def test_an_event_for_which_there_was_no_time_is_known_and_not_in_clear(agent: Agent) -> None:
    secret = "".join(("gh", "p_", "Zk3" * 12))
    told = json.loads(used(agent, 1))
    told["tool_input"]["command"] = f"curl -H 'Authorization: Bearer {secret}' https://example.org"
    agent.hurried("opencode", "tool.execute.after", json.dumps(told).encode())
    assert len(agent.waiting()) == 1
    assert agent.found(secret) == []
    drain_all(agent)
    assert [turn.tool for turn in agent.turns() if turn.tool] == ["bash"]


def test_a_hook_does_not_bring_back_what_was_uninstalled_meanwhile(agent: Agent) -> None:
    state = str(agent.paths.state)
    event = AgentEvent(PROMPT, "opencode", "chat.message", "s1")
    event.text = "Words."
    agent.project.runtime.close()
    shutil.rmtree(agent.paths.folder)
    with pytest.raises(FileNotFoundError):
        inbox.keep(state, event)
    with pytest.raises(FileNotFoundError):
        giving.note(state, event, [], [], standing=False)
    assert not agent.paths.folder.exists()
