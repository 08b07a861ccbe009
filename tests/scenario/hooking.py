"""How do tests of hooks work? An agent of flesh and blood: real processes, its own home, a real project."""

import json
import os
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from phantasm.capabilities.clock import SystemClock
from phantasm.config.paths import Paths
from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.runtime.hooks.draining import drain
from phantasm.runtime.hooks.taking_in import Drained
from phantasm.runtime.hooks.tending import tended
from phantasm.runtime.party import Party
from phantasm.session.model import Turn
from phantasm.session.store import turns_of
from phantasm.storage.inspection import reader
from tests.conftest import PERSON, Project
from tests.fixtures import commands
from tests.fixtures.commands import PHANTASM
from tests.fixtures.projects import lay_out_state

HANGS_SECONDS = 30
"""A hook that takes so long hangs: the slowest client gives ten seconds."""
PATIENT = """
import sys
from phantasm.surfaces.hooks import attending, entry

attending.SECONDS = dict.fromkeys(attending.SECONDS, 60.0)
entry.main(sys.argv[1:])
"""
"""A hook for which a busy machine is no reason to give up: what it says is tested, not how fast."""


HURRIED = PATIENT.replace("60.0", "0.0")
"""A hook that never has time for more than what lies ready."""


class Timely(Project):
    """A project whose clock is the one that hooks have."""

    def open(self) -> Runtime:
        """Open the project as a command does."""
        return open_project(self.root, clock=SystemClock())


class Agent:
    """A coding agent at work in one project, with hooks."""

    def __init__(self, root: Path, home: Path) -> None:
        self.root = root
        self.home = home
        lay_out_state(Paths(root))
        self.project = Timely(root)
        self.paths = self.project.paths
        self._numbers = count(1)

    def environment(self, **variables: str) -> dict[str, str]:
        """Return the variables that the agent's hooks have."""
        kept = {name: os.environ[name] for name in ("PATH", "PHANTASM_HOME")}  # noqa: TID251  for a process
        return kept | {"LANG": "C.UTF-8", "HOME": str(self.home)} | variables

    def hook(self, client: str, event: str, *, folder: Path | None = None, **told: Any) -> dict[str, Any]:
        """Run a hook that has all the time in the world, and return what it answers."""
        place = folder or self.root
        said = {"cwd": str(place), "session_id": "s1"} | told
        variables = said.pop("variables", {})
        command = [sys.executable, "-c", PATIENT, client, event]
        return self.answer(command, json.dumps(said).encode(), folder=place, **variables)

    def quick_hook(
        self, client: str, event: str, text: bytes, *, folder: Path | None = None
    ) -> dict[str, Any]:
        """Run a hook as clients do, with whatever they say, and return what it answers."""
        return self.answer([str(PHANTASM), "hook", client, event], text, folder=folder or self.root)

    def hurried(self, client: str, event: str, text: bytes) -> dict[str, Any]:
        """Run a hook that has no time at all, and return what it answers."""
        return self.answer([sys.executable, "-c", HURRIED, client, event], text, folder=self.root)

    def answer(self, command: list[str], text: bytes, *, folder: Path, **variables: str) -> dict[str, Any]:
        """Run a hook's process; it always ends well, and says JSON or nothing."""
        environment = self.environment(**variables)
        ended = commands.run(command, cwd=folder, env=environment, text=text, timeout=HANGS_SECONDS)
        assert (ended.returncode, ended.stderr) == (0, b"")
        found = json.loads(ended.stdout or b"{}")
        assert isinstance(found, dict)
        return found

    def starts(self, client: str = "claude_code", **told: Any) -> str:
        """Start a session and return what the agent is told."""
        events = {"claude_code": "SessionStart", "opencode": "session.created"}
        return context_of(self.hook(client, events[client], **({"source": "startup"} | told)))

    def says(self, words: str, client: str = "opencode", **told: Any) -> dict[str, Any]:
        """Say something to an agent."""
        events = {
            "claude_code": "UserPromptSubmit", "codex": "UserPromptSubmit", "opencode": "chat.message",
            "copilot": "userPromptSubmitted", "cursor": "beforeSubmitPrompt", "gemini": "BeforeAgent",
        }  # fmt: skip
        return self.hook(client, events[client], prompt=words, **told)

    def runs(self, command: str, output: str = "ok", code: int = 0, **told: Any) -> dict[str, Any]:
        """Let OpenCode run a command."""
        call = told.pop("call", f"call{next(self._numbers)}")
        response = {"output": output, "exit": code}
        about = {"tool_name": "bash", "tool_use_id": call, "tool_input": {"command": command}}
        return self.hook("opencode", "tool.execute.after", tool_response=response, **about, **told)

    def ends_turn(self, transcript: Path, **told: Any) -> None:
        """Let Claude Code end a turn that it has written down."""
        self.hook("claude_code", "Stop", transcript_path=str(transcript), **told)

    def transcript(self, data: bytes, name: str = "s1") -> Path:
        """Write a transcript where Claude Code keeps them."""
        path = self.home / ".claude" / "projects" / "-p" / f"{name}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def drain(self, seconds: float = 60) -> Drained:
        """Take in what waits, as the next process does."""
        with self.project.open() as runtime:
            return drain(runtime, seconds=seconds, home=self.home)

    def command(self, operation: str, *, profile: str = "claude_code", **params: Any) -> JsonObject:
        """Do what a command does: with the drain before and the refresh behind it."""
        with tended(self.root) as runtime:
            request = self.project.request(operation, profile=profile, **params)
            request["idempotency_key"] = request["request_id"] = f"command-{next(self._numbers)}"
            response = runtime.handle(request, PERSON if profile == "cli" else Party())
        assert response.error is None, response.error
        return response.data or {}

    def holds(self, statement: str, **fields: Any) -> str:
        """Hold a fact and return its record's id."""
        data = self.command("ingest", record_kind="fact", statement=statement, **fields)
        results: Any = data["results"]
        return str(results[0]["record_id"])

    def chooses(self, settings: str) -> None:
        """Write the project's settings."""
        self.paths.settings.write_text(settings, encoding="utf-8")

    def turns(self, session: str = "s1") -> list[Turn]:
        """Return what is kept of a session."""
        with self.project.open() as runtime, runtime.environment.database.read() as (connection, head):
            return list(turns_of(reader(connection, head), session))

    def all_turns(self) -> list[Turn]:
        """Return what is kept of all sessions."""
        found = self.project.get("sessions", profile="cli", limit=50)["sessions"]
        return [turn for one in found for turn in self.turns(one["id"])]

    def waiting(self) -> list[Path]:
        """Return the files that wait in the inbox."""
        return sorted(self.paths.inbox.glob("*.json"))

    def found(self, words: str) -> list[str]:
        """Return which private files hold some words in clear."""
        wanted = words.encode()
        return [str(path) for path in self._files() if wanted in path.read_bytes()]

    def _files(self) -> Iterator[Path]:
        for path in sorted(self.paths.folder.rglob("*")):
            if path.is_file() and not path.is_symlink():
                yield path


def context_of(answer: dict[str, Any]) -> str:
    """Return what a client's answer tells the model."""
    inside: dict[str, Any] = answer.get("hookSpecificOutput", answer)
    return str(inside.get("additionalContext") or inside.get("context") or "")
