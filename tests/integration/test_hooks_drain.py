"""What hooks left is taken in once by real processes: killed, in pairs, before a locked or damaged store."""

import fcntl
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from phantasm.contracts.agent_event import PROMPT, SESSION_START, TOOL_USE, TURN_END, AgentEvent
from phantasm.contracts.errors import Code
from phantasm.runtime.bootstrap import open_project
from phantasm.runtime.hooks.attending import Said, attend
from phantasm.runtime.hooks.draining import drain
from phantasm.runtime.hooks.taking_in import Drained
from phantasm.session.store import turns_of
from phantasm.storage.inspection import reader
from tests.conftest import Project
from tests.fixtures import transcripts

EXCHANGES = 120
"""So many give four batches of a transcript."""
EVENTS = 250
"""So many give three batches of events."""
DRAIN = """
import sys
from pathlib import Path
from phantasm.runtime.hooks.draining import drain
from phantasm.runtime.bootstrap import open_project

with open_project(Path(sys.argv[1]), wait_seconds=5) as runtime:
    drain(runtime, seconds=60, home=Path(sys.argv[2]))
"""


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return somebody's home folder."""
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path_factory.mktemp("somebody")


def leave(project: Project, number: int, event: AgentEvent) -> None:
    """Leave an event as a hook does."""
    event.at = f"2026-11-01T10:{number // 60 % 60:02d}:{number % 60:02d}.000000Z"
    path = project.paths.inbox / f"{time.time_ns():020d}-{number}.json"
    path.write_text(json.dumps(event.to_json()))


def fill(project: Project, home: Path) -> None:
    """Leave the events of one session with a transcript and of one without."""
    story = [(f"Question {number}", f"make {number}", 0, "ok") for number in range(EXCHANGES)]
    path = home / ".claude" / "projects" / "-p" / "told.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(transcripts.claude_code("told", project.root, story=story))
    for number in range(EVENTS):
        event = AgentEvent(TOOL_USE, "opencode", session="untold")
        event.tool, event.command, event.call, event.exit_code = "bash", f"make {number}", f"c{number}", 0
        leave(project, number, event)
        if number % 50 == 0:
            pointer = AgentEvent(TURN_END, "claude_code", session="told")
            pointer.transcript = str(path)
            leave(project, number, pointer)


def kept(project: Project) -> dict[str, Counter[str]]:
    """Return how often what was done is kept, by session."""
    with project.runtime.environment.database.read() as (connection, head):
        work = reader(connection, head)
        return {
            name: Counter(turn.command or "" for turn in turns_of(work, name) if turn.slot == "action")
            for name in ("told", "untold")
        }


def everything() -> dict[str, Counter[str]]:
    """Return what has to be kept in the end."""
    return {
        "told": Counter({f"make {number}": 1 for number in range(EXCHANGES)}),
        "untold": Counter({f"make {number}": 1 for number in range(EVENTS)}),
    }


def waiting(project: Project) -> int:
    """Return how many files wait."""
    return len(list(project.paths.inbox.glob("*.json")))


def writes(project: Project) -> int:
    """Return how many writes there have been."""
    with project.runtime.environment.database.read() as (_, head):
        return head.seq


def start(project: Project, home: Path) -> "subprocess.Popen[bytes]":
    """Start a process that empties the inbox."""
    return subprocess.Popen([sys.executable, "-c", DRAIN, str(project.root), str(home)])


def drain_here(project: Project, home: Path, *, wait_seconds: float = 0.1) -> Drained:
    """Empty the inbox in this process, as another one would."""
    with open_project(project.root, wait_seconds=wait_seconds) as runtime:
        return drain(runtime, seconds=30, home=home)


def test_lose_and_double_nothing_however_often_a_drain_is_killed(project: Project, home: Path) -> None:
    fill(project, home)
    chance = random.Random(8)
    killed = 0
    while killed < 6 and waiting(project):
        process = start(project, home)
        before = writes(project)
        # From its first write on: killed while it is at work, not while it is loading.
        while process.poll() is None and writes(project) == before:
            time.sleep(0.001)
        time.sleep(chance.random() * 0.03)
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL
    assert killed
    assert drain_here(project, home).problem is None
    assert kept(project) == everything()
    assert waiting(project) == 0


def test_take_everything_in_once_when_several_drain(project: Project, home: Path) -> None:
    fill(project, home)
    processes = [start(project, home) for _ in range(3)]
    assert [process.wait(timeout=120) for process in processes] == [0, 0, 0]
    drain_here(project, home)
    assert kept(project) == everything()
    assert waiting(project) == 0


def test_leave_everything_where_another_process_holds_the_lock(project: Project, home: Path) -> None:
    fill(project, home)
    before = waiting(project)
    with project.runtime.environment.database.lock.hold("test"):
        pass  # the lock file is there now
    held = os.open(project.paths.lock, os.O_RDWR)
    try:
        fcntl.lockf(held, fcntl.LOCK_EX, 1, 0)  # as a process that was stopped while it drew its ticket
        done = drain_here(project, home)
    finally:
        os.close(held)
    assert (done.problem, waiting(project)) == (Code.STORE_BUSY, before)
    assert drain_here(project, home).problem is None
    assert kept(project) == everything()


def test_leave_everything_where_the_store_cannot_be_written(project: Project, home: Path) -> None:
    fill(project, home)
    before = waiting(project)
    project.runtime.close()
    with sqlite3.connect(project.paths.store) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    connection.close()
    # Root may write anywhere: a writer that fails is one whose lock file is a folder.
    project.paths.lock.unlink(missing_ok=True)
    project.paths.lock.mkdir()
    event = AgentEvent(TURN_END, "opencode", session="untold")
    assert attend(event, project.root, seconds=30) == Said()
    assert waiting(project) == before
    project.paths.lock.rmdir()
    assert drain_here(project, home).problem is None


def test_leave_everything_where_the_store_is_damaged(project: Project, home: Path) -> None:
    fill(project, home)
    before = waiting(project)
    project.runtime.close()
    project.paths.store.write_bytes(os.urandom(8192))
    for kind in (SESSION_START, PROMPT, TURN_END):
        event = AgentEvent(kind, "claude_code", session="told")
        event.text = "How do we release?"
        assert attend(event, project.root, seconds=30).context == ""
    assert waiting(project) == before
