"""What tests of hooks may use: a home with transcripts, and events as hooks leave them in the inbox."""

import json
import os
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from phantasm.contracts.agent_event import AgentEvent
from phantasm.runtime.hooks.draining import drain
from phantasm.runtime.hooks.taking_in import Drained
from phantasm.session.model import Turn
from phantasm.session.store import turns_of
from phantasm.storage.inspection import reader
from tests.conftest import Project
from tools.evaluation.digest import held

OLD = datetime(2026, 10, 1, 11, tzinfo=UTC).timestamp()
"""When the last of the story was written down; long before the project's clock."""
JUST_NOW = datetime(2026, 11, 1, 11, 59, tzinfo=UTC).timestamp()
"""A minute before the project's clock starts."""


class Agent:
    """A coding agent whose hooks leave events behind."""

    def __init__(self, project: Project, home: Path) -> None:
        self.project = project
        self.home = home
        self._numbers = count(1)

    def leaves(self, kind: str, client: str = "opencode", session: str = "s1", **fields: Any) -> Path:
        """Leave an event in the inbox."""
        event = AgentEvent(kind, client, session=session)
        number = next(self._numbers)
        event.at = f"2026-11-01T11:59:{number % 60:02d}.000000Z"
        for name, value in fields.items():
            setattr(event, name, value)
        path = self.project.paths.inbox / f"{int(JUST_NOW) * 10**9 + number:020d}-7.json"
        path.write_text(json.dumps(event.to_json()))
        return path

    def wrote(self, name: str, data: bytes, *, modified: float = JUST_NOW) -> Path:
        """Write a transcript where clients keep theirs."""
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, (modified, modified))
        return path

    def drain(self, seconds: float = 60, **choices: Any) -> Drained:
        """Take in what waits."""
        return drain(self.project.runtime, seconds=seconds, home=self.home, **choices)

    def inbox(self) -> list[str]:
        """Return what still waits."""
        return sorted(path.name for path in self.project.paths.inbox.glob("*.json"))

    def turns(self, session: str = "s1") -> list[Turn]:
        """Return the turns that are kept of a session."""
        with self.project.runtime.environment.database.read() as (connection, head):
            found = turns_of(reader(connection, head), session)
        return sorted(found, key=lambda turn: (turn.at or "", turn.place, turn.id))

    def digest(self) -> str:
        """Return the digest of everything that the project holds."""
        environment = self.project.runtime.environment
        with environment.database.read() as (connection, head):
            return held(reader(connection, head), environment.blobs).digest


@pytest.fixture
def agent(
    project: Project, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Agent:
    """Return an agent with a home of its own."""
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME"):
        monkeypatch.delenv(name, raising=False)
    return Agent(project, tmp_path_factory.mktemp("somebody"))
