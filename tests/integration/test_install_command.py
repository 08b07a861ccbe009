"""Does one command connect every agent, prove that it works, and take it all back? With real processes."""

import json
import os
import pty
import shutil
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures import commands
from tests.fixtures.commands import PHANTASM as PROGRAM
from tests.fixtures.installs import KINDS


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in a repository, with a home of their own."""

    root: Path
    home: Path
    path: str

    @property
    def environment(self) -> dict[str, str]:
        return {
            "HOME": str(self.home),
            "PATH": self.path,
            "PHANTASM_HOME": str(self.home / "phantasm"),
            "LANG": "C.UTF-8",
        }

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command without a terminal."""
        done = commands.run([PROGRAM, *words], cwd=self.root, env=self.environment, timeout=240)
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )

    def told(self, *words: str) -> tuple[int, Any]:
        """Run a command and return its status and what it answered."""
        done = self.run(*words, "--json")
        return done.returncode, json.loads(done.stdout)

    def everything(self) -> dict[str, bytes | None]:
        return {
            str(path.relative_to(self.root)): path.read_bytes() if path.is_file() else None
            for path in self.root.rglob("*")
            if ".git" not in path.parts
        }


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Return somebody with a few files of their own."""
    made = Person(tmp_path / "project", tmp_path / "home", f"{PROGRAM.parent}:/usr/bin:/bin")
    made.home.mkdir()
    (made.root / ".git").mkdir(parents=True)
    (made.root / ".claude").mkdir()
    (made.root / ".claude/settings.json").write_text('{\n  // mine\n  "model": "opus"\n}\n')
    (made.root / "AGENTS.md").write_bytes(b"# Rules\r\n")
    return made


def test_one_command_does_it_and_one_takes_it_back(person: Person) -> None:
    before = person.everything()
    status, planned = person.told("install", "--dry-run")
    assert status == 0
    assert planned["data"]["clients"] == ["claude_code"]
    assert "+++ .mcp.json" in planned["data"]["diff"]
    assert person.everything() == before
    status, refused = person.told("install")
    assert status == 3
    assert refused["remediation"][0]["command"].endswith("--yes")
    assert person.everything() == before
    status, done = person.told("install", "--yes")
    assert status == 0, done
    assert (person.root / ".phantasm/state/store.sqlite").exists()
    after = person.everything()
    status, again = person.told("install", "--yes")
    assert {step["action"] for step in again["data"]["steps"]} == {"keep"}
    assert {name for name, data in person.everything().items() if after.get(name) != data} <= {
        f".phantasm/state/store.{name}" for name in ("lock", "sqlite-shm", "sqlite-wal")
    }
    assert person.run("uninstall", "--confirm", "project").returncode == 0
    assert person.everything() == before


def test_a_check_tries_everything(person: Person) -> None:
    assert person.run("install", "claude", "gemini", "--yes").returncode == 0
    status, told = person.told("install", "claude", "gemini", "--check")
    checks = told["data"]["checks"]
    assert status == 0, [check for check in checks if not check["ok"]]
    assert {"server in .mcp.json", "phantasm hook claude_code Stop", "block in AGENTS.md"} <= {
        check["what"] for check in checks
    }
    settings = person.root / ".claude/settings.json"
    settings.write_text(settings.read_text().replace("hook claude_code Stop", "hook claude_code Gone"))
    (person.root / ".mcp.json").write_text('{"mcpServers": {}}')
    (person.root / ".agents/skills/phantasm/SKILL.md").unlink()
    status, told = person.told("install", "claude", "--check")
    assert status == 1
    assert sorted(
        (check["what"], check["command"]) for check in told["data"]["checks"] if not check["ok"]
    ) == [
        (".agents/skills/phantasm/SKILL.md", "phantasm install"),
        (".claude/settings.json Stop", "phantasm install claude_code"),
        ("server in .mcp.json", "phantasm install claude_code"),
    ]


def test_a_check_starts_no_program_of_a_repository(person: Person, tmp_path: Path) -> None:
    evil = person.root / "phantasm"
    evil.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    evil.chmod(0o755)
    command = f"{evil} hook claude_code Stop"
    hooks = {"Stop": [{"hooks": [{"type": "command", "command": command}]}]}
    (person.root / ".claude/settings.json").write_text(json.dumps({"hooks": hooks}))
    servers = {"phantasm": {"command": str(evil), "args": ["mcp"]}}
    (person.root / ".mcp.json").write_text(json.dumps({"mcpServers": servers}))
    status, told = person.told("install", "claude", "--check")
    assert status == 1
    strange = [check["what"] for check in told["data"]["checks"] if "another program" in check["detail"]]
    assert strange == ["server in .mcp.json", command]
    assert not (tmp_path / "ran").exists()


def test_not_even_when_a_record_came_with_it(person: Person, tmp_path: Path) -> None:
    evil = person.root / "bin" / "phantasm"
    evil.parent.mkdir()
    evil.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    evil.chmod(0o755)
    assert person.run("install", "claude", "--yes", "--command", str(evil)).returncode == 0
    status, told = person.told("install", "claude", "--check")
    assert status == 1
    assert not (tmp_path / "ran").exists()
    assert sum("another program" in check["detail"] for check in told["data"]["checks"]) == 9
    state = person.root / ".phantasm/state"
    shutil.copytree(state, tmp_path / "copied")
    shutil.rmtree(state)
    shutil.copytree(tmp_path / "copied", state)  # as an archive brings it
    status, told = person.told("install", "claude", "--check", "--command", str(evil))
    assert told["error"]["code"] == "untrusted_project"
    assert not (tmp_path / "ran").exists()


def test_clients_come_and_go_one_by_one(person: Person) -> None:
    assert person.run("bootstrap").returncode == 0
    before = person.everything()
    assert person.run("install", "--all", "--yes").returncode == 0
    for _, scope, name in KINDS.values():
        assert scope == "user" or (person.root / name).exists()
    status, told = person.told("uninstall", "--clients", "codex", "--dry-run")
    assert status == 0
    assert {step["path"] for step in told["data"]["steps"]} == {".codex/config.toml", ".codex/hooks.json"}
    assert person.run("uninstall", "codex").returncode == 0
    assert not (person.root / ".codex").exists()
    assert person.run("uninstall", "--clients").returncode == 0
    ours = {name for name in before if name.startswith(".phantasm")}
    after = person.everything()
    assert {name: after[name] for name in after if not name.startswith(".phantasm")} == {
        name: before[name] for name in before if name not in ours
    }


def test_what_was_left_alone_shows_in_the_status(person: Person) -> None:
    (person.root / ".claude/settings.json").write_text("{ broken")
    done = person.run("install", "claude", "--yes")
    assert done.returncode == 1
    assert "left alone" in done.stdout
    assert "by hand" in done.stdout
    assert (person.root / ".claude/settings.json").read_text() == "{ broken"


def test_a_program_that_is_not_on_the_path_is_said(person: Person) -> None:
    lost = Person(person.root, person.home, "/usr/bin:/bin")
    status, told = lost.told("install", "claude", "--yes")
    assert status == 4
    assert "not on PATH" in told["error"]["message"]
    assert lost.run("install", "claude", "--yes", "--command", str(PROGRAM)).returncode == 0
    assert f"{PROGRAM} hook claude_code Stop" in (lost.root / ".claude/settings.json").read_text()
    tried = lost.run("install", "claude", "--check", "--command", str(PROGRAM))
    assert tried.returncode == 0, tried.stdout


@pytest.mark.parametrize(("answer", "connected"), [("n\n", False), ("y\n", True)])
def test_a_person_is_asked(person: Person, answer: str, connected: bool) -> None:  # noqa: FBT001  a column
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(person.root)
        os.execve(PROGRAM, ["phantasm", "install", "claude"], person.environment)  # noqa: S606  the program itself
    shown = b""
    answered = False
    with suppress(OSError):  # the terminal is gone when the program has ended
        while read := os.read(terminal, 65_536):
            shown += read
            if not answered and b"as shown? [y/N]" in shown:
                os.write(terminal, answer.encode())
                answered = True
    os.waitpid(child, 0)
    os.close(terminal)
    assert answered
    assert b"+++ .claude/settings.json" in shown
    assert b"Set up memory in" in shown
    assert (person.root / ".mcp.json").exists() is connected
    assert (person.root / ".phantasm/state/store.sqlite").exists() is connected
