"""A hook never fails or disturbs the agent: every event of every client, whatever state the store is in."""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from phantasm.config.paths import Paths
from phantasm.runtime.bootstrap import open_project
from phantasm.session.store import turns_of
from phantasm.storage.database import Database
from phantasm.storage.inspection import reader
from tests.e2e.hook_driver import NOBODY
from tests.fixtures.projects import lay_out_state

FIXTURES = Path(__file__).parents[1] / "fixtures" / "hooks"
CLIENTS = ("claude_code", "codex", "copilot", "cursor", "gemini", "opencode")
DRIVER = Path(__file__).with_name("hook_driver.py")
PHANTASM = Path(sys.executable).with_name("phantasm")
_ODD = [
    "",
    "{",
    "[]",
    "null",
    "\ufeff{}",
    '{"session_id": 7}',
    '{"cwd": "/dev/null"}',
    "\x00",
    '{"a":' * 5000,
]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    for folder in (tmp_path, *tmp_path.parents):  # pytest's are for their owner only
        if "pytest" in folder.name:
            folder.chmod(0o755)
    root = tmp_path / "project"
    root.mkdir()
    found = Paths(root)
    lay_out_state(found)
    with open_project(root) as runtime:
        for number, (kind, text) in enumerate(
            (
                ("constraint", "Never deploy on Fridays."),
                ("convention", "Use pnpm in this repository."),
                ("fact", "The upload limit is 25 MB, set in nginx.conf."),
            )
        ):
            request: dict[str, Any] = {
                "api_version": "v1",
                "operation": "ingest",
                "request_id": f"r{number}",
                "client": {"profile": "claude_code"},
                "idempotency_key": f"k{number}",
                "params": {"record_kind": kind, "statement": text},
            }
            assert runtime.handle(request).error is None
    return found


@contextmanager
def _held(paths: Paths) -> Iterator[None]:
    """Hold the write lock and the database itself, as a long write of another process does."""
    with Database(paths.store).lock.hold("test"):
        connection = sqlite3.connect(paths.store, isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            connection.execute("ROLLBACK")
            connection.close()


def _missing(paths: Paths) -> None:
    paths.store.unlink()


def _corrupt(paths: Paths) -> None:
    paths.store.write_bytes(os.urandom(8192))


def _without_project(paths: Paths) -> None:
    shutil.rmtree(paths.folder)


def _invalid_config(paths: Paths) -> None:
    paths.settings.write_text("version = 'v1'\nnonsense = [")


def _healthy(paths: Paths) -> None:
    del paths


def _unwritable(paths: Paths) -> None:
    """Give everything to nobody, and let nobody write it: root may write anywhere."""
    for path in (paths.root, *paths.root.rglob("*")):
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
        path.chmod(0o500 if path.is_dir() else 0o400)


STATES: dict[str, Callable[[Paths], None]] = {
    "healthy": _healthy,
    "missing": _missing,
    "corrupt": _corrupt,
    "locked": _healthy,
    "without project": _without_project,
    "invalid config": _invalid_config,
    "read-only": _unwritable,
}


def _cases(paths: Paths, *, may_write: bool) -> list[dict[str, Any]]:
    found = []
    for path in (path for client in CLIENTS for path in sorted((FIXTURES / client).glob("*.json"))):
        told = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(told.get("cwd"), str):
            told["cwd"] = str(paths.root)
        case = {"client": path.parent.name, "event": path.stem.partition("__")[0], "told": json.dumps(told)}
        found.append(case | {"folder": str(paths.root), "may_write": may_write})
    found += [
        {
            "client": client,
            "event": "SessionStart",
            "told": odd,
            "folder": str(paths.root),
            "may_write": may_write,
        }
        for client in CLIENTS
        for odd in _ODD
    ]
    return found


def _run(cases: list[dict[str, Any]], home: Path) -> list[dict[str, Any]]:
    done = subprocess.run(
        ["/usr/bin/env", f"HOME={home}", f"PHANTASM_HOME={home}/phantasm", sys.executable, str(DRIVER)],
        input="".join(json.dumps(case) + "\n" for case in cases).encode(),
        capture_output=True,
        timeout=600,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def _assert_valid(case: dict[str, Any], ended: dict[str, Any]) -> None:
    assert ended["status"] == 0, (case, ended)
    assert "Traceback" not in ended["err"], ended
    accepted = json.loads((FIXTURES / "schemas" / f"{case['client']}.json").read_text(encoding="utf-8"))
    if not ended["out"]:
        assert accepted["silence"], (case, ended)
        return
    said = json.loads(ended["out"])
    names = {_folded(name): name for name in accepted["events"]}
    known = names.get(_folded(case["event"]))
    jsonschema.validate(said, accepted["events"][known] if known else {"type": "object", "maxProperties": 0})


def _folded(name: str) -> str:
    return "".join(sign for sign in name if sign.isalnum()).lower()


@pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.long), 5])
@pytest.mark.parametrize("state", STATES)
def test_every_event_is_answered_in_every_state(state: str, step: int, paths: Paths, home: Path) -> None:
    if state == "read-only" and os.geteuid() != 0:
        pytest.skip("only root can become nobody")
    STATES[state](paths)
    if state == "locked":  # each waits its time
        step *= 4
    cases = _cases(paths, may_write=state != "read-only")[::step]
    held: AbstractContextManager[None] = _held(paths) if state == "locked" else nullcontext()
    with held:
        ended = _run(cases, home)
    assert len(ended) == len(cases)
    for case, one in zip(cases, ended, strict=True):
        _assert_valid(case, one)


def _hook(paths: Paths, event: str, **told: object) -> str:
    done = subprocess.run(
        [str(PHANTASM), "hook", "claude_code", event],
        input=json.dumps({"session_id": "s1", "cwd": str(paths.root)} | told).encode(),
        cwd=paths.root,
        capture_output=True,
        timeout=60,
        check=True,
    )
    return done.stdout.decode()


def test_a_prompt_loads_nothing_that_it_does_not_need(paths: Paths) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", str(PHANTASM), "hook", "claude_code", "UserPromptSubmit"],
        input=json.dumps({"session_id": "s1", "cwd": str(paths.root), "prompt": "Upload limit?"}).encode(),
        cwd=paths.root,
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert b"25 MB" in done.stdout
    loaded = set(re.findall(rb"^import time:.*\| +(\S+)$", done.stderr, re.MULTILINE))
    assert {b"numpy", b"pydantic"} <= loaded
    spared = {
        b"alembic",
        b"email",
        b"logging.handlers",
        b"mcp",
        b"qdrant_client",
        b"rich",
        b"socket",
        b"typer",
    }
    assert not loaded & (spared | {b"phantasm.runtime.hooks.draining", b"zipfile"})


def test_says_nothing_where_memory_was_never_asked_for(tmp_path: Path) -> None:
    assert _hook(Paths(tmp_path), "SessionStart", source="startup") == ""
    assert list(tmp_path.iterdir()) == []


def test_is_switched_off_for_a_session_and_for_a_project(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = [str(PHANTASM), "--project", str(paths.root)]
    subprocess.run([*command, "pause"], check=True, capture_output=True)
    said = json.loads(_hook(paths, "SessionStart", source="startup"))
    assert said == {"systemMessage": "Phantasm: paused for this project. Next: phantasm resume"}
    assert _hook(paths, "UserPromptSubmit", prompt="How large may uploads be?") == ""
    assert list(paths.inbox.glob("*.json")) == []
    subprocess.run([*command, "resume"], check=True, capture_output=True)
    monkeypatch.setenv("PHANTASM_OFF", "1")
    assert _hook(paths, "SessionStart", source="startup") == ""
    assert list(paths.inbox.glob("*.json")) == []


def test_an_unknown_client_is_told_how_it_is_called(tmp_path: Path) -> None:
    done = subprocess.run(
        [str(PHANTASM), "hook", "nobody", "Start"],
        cwd=tmp_path,
        input=b"{}",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, b"")
    assert b"usage: phantasm hook CLIENT EVENT" in done.stderr


def test_a_client_that_says_nothing_is_not_waited_for(paths: Paths) -> None:
    reading, writing = os.pipe()
    try:
        done = subprocess.run(
            [str(PHANTASM), "hook", "codex", "SessionStart"],
            cwd=paths.root,
            stdin=reading,
            capture_output=True,
            timeout=60,
            check=True,
        )
    finally:
        os.close(reading)
        os.close(writing)
    assert done.returncode == 0


def test_a_reader_that_is_gone_is_no_failure(paths: Paths) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    started = subprocess.Popen(
        [str(PHANTASM), "hook", "claude_code", "SessionStart"],
        cwd=paths.root,
        stdin=subprocess.PIPE,
        stdout=writing,
        stderr=subprocess.PIPE,
    )
    os.close(writing)
    _, err = started.communicate(json.dumps({"session_id": "s", "cwd": str(paths.root)}).encode(), timeout=60)
    assert started.returncode == 0
    assert b"Traceback" not in err


def test_the_entry_loads_the_standard_library_only(paths: Paths) -> None:
    transcript = paths.root / "t.jsonl"
    transcript.write_text("{}\n")
    told = {
        "session_id": "s1",
        "cwd": str(paths.root),
        "transcript_path": str(transcript),
        "tool_name": "Bash",
    }
    loaded = subprocess.run(
        [sys.executable, "-X", "importtime", str(PHANTASM), "hook", "claude_code", "PostToolUse"],
        input=json.dumps(told | {"tool_use_id": "t1", "tool_response": {"stdout": "ok"}}).encode(),
        cwd=paths.root,
        capture_output=True,
        timeout=60,
        check=True,
    ).stderr.decode()
    names = {line.rpartition("|")[2].strip().partition(".")[0] for line in loaded.splitlines() if "|" in line}
    others = names - set(sys.stdlib_module_names) - {"phantasm", "imported package", "_distutils_hack"}
    assert not {
        name for name in others if not name.startswith(("__editable", "_virtualenv", "sitecustomize"))
    }
    assert not {"typing", "dataclasses", "pathlib", "hashlib", "sqlite3", "subprocess"} & names
    assert len(list(paths.inbox.glob("*.json"))) == 1


def test_a_line_of_digits_in_the_output_of_a_command_stops_nobody(paths: Paths) -> None:
    digits = " ".join(["12345"] * 40)  # fifteen of them once took 37 seconds
    command = {"tool_name": "Bash", "tool_use_id": "c1", "tool_input": {"command": "make count"}}
    _hook(paths, "UserPromptSubmit", prompt="Why does the count fail?")
    _hook(paths, "PostToolUseFailure", error=f"Exit code 1\n{digits} failed", **command)
    _hook(paths, "SessionEnd", reason="other")
    done = subprocess.run(
        [str(PHANTASM), "--project", str(paths.root), "search", "upload limit", "--json"],
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert b"25 MB" in done.stdout
    assert list(paths.inbox.glob("*.json")) == []
    with open_project(paths.root) as runtime, runtime.environment.database.read() as (connection, head):
        kept = turns_of(reader(connection, head), "s1")
    assert [turn.command for turn in kept if turn.command] == ["make count"]
