"""What agents wrote down comes in through the command, once, and is shown by it."""

import json
import os
import random
import re
import signal
import subprocess
import uuid
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.processes import Place
from tests.fixtures import transcripts

OLD = transcripts.BEGAN.timestamp()


@pytest.fixture
def home(project_place: Place) -> Path:
    """Return a home folder in which two clients have worked on the project, and one on another."""
    home = project_place.root.parent / "somebody"
    _write(home / ".claude/projects/-p/1.jsonl", transcripts.claude_code("of-claude", project_place.root))
    _write(
        home / ".codex/sessions/2026/10/01/rollout-1.jsonl", transcripts.codex("of-codex", project_place.root)
    )
    _write(home / ".claude/projects/-q/2.jsonl", transcripts.claude_code("of-others", "/work/other"))
    return home


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, (OLD, OLD))


def test_history_comes_in_and_is_shown(project_place: Place, home: Path) -> None:
    looked = project_place.run("import", "sessions", "--all", "--dry-run", HOME=str(home))
    assert "dry run: nothing was changed" in looked.out
    assert "there are no sessions" in project_place.run("sessions").out
    told = project_place.run("import", "sessions", "--all", "--json", HOME=str(home)).json["data"]
    assert (told["files"], told["clients"]) == (
        {"of another project": 1, "read": 2},
        {"claude_code": 1, "codex": 1},
    )
    assert (told["sessions"], told["episodes"]) == (2, {"success": 2})
    again = project_place.run("import", "sessions", HOME=str(home))
    assert re.search(r"files +1 of another project, 2 unchanged", again.out)
    listed = project_place.run("sessions", "--client", "codex")
    assert "of-codex" in listed.out
    assert "of-claude" not in listed.out
    shown = project_place.run("episodes", "--outcome", "success")
    assert shown.out.count("The upload test fails on my machine") == 2
    whole = project_place.run("episodes", "of-codex")
    assert re.search(r"commands +pytest tests/test_upload.py; TZ=UTC pytest", whole.out)
    found = project_place.run("search", "time zone upload test", "--json").json["data"]
    assert found["hits"]


def test_named_files_are_imported_whatever_their_project(project_place: Place, home: Path) -> None:
    file = home / ".claude" / "projects" / "-q" / "2.jsonl"
    told = project_place.run("import", "sessions", file, "--json").json["data"]
    assert told["files"] == {"read": 1}
    assert "of-others" in project_place.run("sessions").out


def test_a_bar_shows_how_far_it_is(project_place: Place, home: Path) -> None:
    ended = project_place.type("import", "sessions", HOME=str(home))
    assert (ended.status, "reading" in ended.out) == (0, True)
    assert "2 success" in ended.out


def test_a_killed_import_goes_on(project_place: Place, home: Path) -> None:
    story = transcripts.STORY * 400
    data = transcripts.claude_code("long", project_place.root, story=story)
    _write(home / ".claude/projects/-p/long.jsonl", data)
    started = project_place.start("import", "sessions", str(home), stdout=subprocess.DEVNULL)
    while started.poll() is None and not project_place.run("call", "transcripts").out.count("long.jsonl"):
        pass  # until it has kept something
    started.send_signal(signal.SIGKILL)
    started.wait()
    told = project_place.run("import", "sessions", "--json", HOME=str(home)).json["data"]
    assert told["left_open"] == 0
    (found,) = project_place.run("episodes", "long", "--json").json["data"]["episodes"]
    assert found["episode"]["turns"] == len(story) * 5


@pytest.mark.parametrize("words", [("memory",), ()])
def test_a_file_is_still_imported_by_its_name(project_place: Place, words: tuple[str, ...]) -> None:
    (project_place.root / "CLAUDE.md").write_text("# Rules\n\n- Never push to main.\n", encoding="utf-8")
    ended = project_place.run("import", *words, "--dry-run", "CLAUDE.md")
    assert re.search(r"suggested +1", ended.out)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(("nothing",), 4), (("--client", "nobody"), 2), (("--since", "soon"), 2), ((".", "--all"), 2)],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_mistakes_are_named(project_place: Place, arguments: tuple[str, ...], status: int) -> None:
    ended = project_place.run("import", "sessions", *arguments)
    assert (ended.status, ended.err.startswith("error: ")) == (status, True)


_SERVICES = tuple("billing invoices search gateway orders mailer catalog uploads reports tracker".split())


def _corrected(service: str, number: int, folder: Path, *, times: str) -> bytes:
    """Return a session of Claude Code, with random ids as it draws them, and two corrections in it."""
    drawn = random.Random(service)
    said = (
        ("user", f"The {service} service listens on port 8{number}00."),
        ("assistant", "Understood. I use npm install for the setup."),
        ("user", "No, use pnpm."),
        ("assistant", "Done."),
        ("user", f"Correction: the {service} service listens on port 9{number}00."),
        ("assistant", "Noted, thanks."),
    )
    session, lines = str(uuid.UUID(int=drawn.getrandbits(128), version=4)), []
    for place, (role, text) in enumerate(said):
        content: Any = text if role == "user" else [{"type": "text", "text": text}]
        line = {
            "type": role,
            "uuid": str(uuid.UUID(int=drawn.getrandbits(128), version=4)),
            "sessionId": session,
            "cwd": str(folder),
            "version": "2.1.0",
            "message": {"role": role, "content": content},
        }
        if times != "missing":
            minutes = 60 * number + (place if times == "told" else 0)
            line["timestamp"] = transcripts.at(minutes)
        lines.append(json.dumps(line))
    return "\n".join(lines).encode() + b"\n"


@pytest.mark.parametrize("times", ["told", "equal", "missing"])
def test_what_was_said_last_in_a_session_is_learned(project_place: Place, times: str) -> None:
    folder = project_place.root.parent / "transcripts"
    for number, service in enumerate(_SERVICES):
        _write(folder / f"{service}.jsonl", _corrected(service, number, project_place.root, times=times))
    assert project_place.run("import", "sessions", folder).status == 0
    assert project_place.run("maintenance", "run", "--now", client=None).status == 0
    records = project_place.run("list", "--limit", "100", "--json").json["data"]["records"]
    held = sorted(record["statement"] for record in records)
    ports = [f"the {service} service listens on port 9{n}00." for n, service in enumerate(_SERVICES)]
    assert held == sorted([*ports, "use pnpm, not npm"])
