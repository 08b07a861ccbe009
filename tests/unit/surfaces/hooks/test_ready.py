"""A context that lies ready is handed over only while everything it depends on is as it was."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from phantasm import __version__
from phantasm.config import trust
from phantasm.contracts.agent_event import READY_FORMAT
from phantasm.surfaces.hooks import ready
from tests.conftest import Project


def _write(project: Project, **other: Any) -> None:
    with project.runtime.environment.database.read() as (_, head):
        pass
    settings, clients = project.paths.settings, project.paths.clients
    settings.write_text("version = 'v1'\n")
    status = settings.stat()
    others = [project.paths.quarantine / "inbox", project.paths.logs / "hooks.jsonl"]
    files = {str(settings): [status.st_mtime_ns, status.st_size], str(clients): None}
    files[trust.place()] = trust.stamp(trust.place())
    told = {
        "format": READY_FORMAT,
        "version": __version__,
        "store_id": head.store_id,
        "epoch": head.epoch,
        "seq": head.seq,
        "day": _today(),
        "head": "",
        "files": files | dict.fromkeys(map(str, others)),
        "cited": {},
        "context": "what holds",
        "notice": "",
        "items": ["rec_1"],
        "prints": ["abc"],
    }
    project.paths.ready.mkdir(exist_ok=True)
    place = project.paths.ready / "codex.json"
    place.write_text(json.dumps(told | other))
    place.chmod(0o600)


def _today() -> str:
    from time import gmtime, strftime  # noqa: PLC0415  the hook's own clock

    return strftime("%Y-%m-%d", gmtime())


def _find(project: Project) -> ready.Ready | None:
    return ready.find(str(project.paths.state), "codex", str(project.root))


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHANTASM_HOME", str(tmp_path / "user"))


def test_hands_over_what_lies_ready(project: Project) -> None:
    _write(project)
    found = _find(project)
    assert found is not None
    assert (found.context, found.items, found.prints) == ("what holds", ["rec_1"], ["abc"])


def test_any_write_makes_it_old(project: Project) -> None:
    _write(project)
    project.get("ingest", record_kind="fact", statement="The port is 8080.")
    assert _find(project) is None


@pytest.mark.parametrize(
    "other",
    [
        {"format": 0},
        {"version": "0.0.1"},
        {"day": "2001-01-01"},
        {"head": "ref: refs/heads/other"},
        {"epoch": 99},
        {"store_id": "another"},
        {"files": {"/no/such/file": [1, 1]}},
        {"files": None},
        {"cited": {"/no/such/file": [1, 1]}},
        {"cited": None},
        {"files": {}},
    ],
)
def test_one_difference_makes_it_old(project: Project, other: dict[str, Any]) -> None:
    _write(project, **other)
    assert _find(project) is None


def test_a_changed_configuration_makes_it_old(project: Project) -> None:
    _write(project)
    project.paths.settings.write_text("version = 'v1'\ndefault_client = 'codex'\n")
    assert _find(project) is None


@pytest.mark.parametrize("damage", ["", "{", "[]", "null", '{"format": 1}', "\x00"])
def test_a_damaged_file_is_no_context(project: Project, damage: str) -> None:
    project.paths.ready.mkdir(exist_ok=True)
    (project.paths.ready / "codex.json").write_text(damage)
    assert _find(project) is None


def test_a_missing_or_damaged_store_is_no_context(project: Project) -> None:
    _write(project)
    project.runtime.close()
    project.paths.store.write_bytes(b"no database at all" * 100)
    assert _find(project) is None
    project.paths.store.unlink()
    assert _find(project) is None


def test_a_variable_that_configures_makes_it_old(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(project)
    monkeypatch.setenv("PHANTASM_CONTEXT__MODEL", "openai")
    assert _find(project) is None


def test_a_file_that_others_may_read_was_not_written_by_us(project: Project) -> None:
    _write(project)
    (project.paths.ready / "codex.json").chmod(0o644)  # as git makes it
    assert _find(project) is None


def test_a_link_or_a_pipe_is_no_context(project: Project) -> None:
    _write(project)
    place = project.paths.ready / "codex.json"
    place.rename(project.root / "elsewhere.json")
    place.symlink_to(project.root / "elsewhere.json")
    assert _find(project) is None
    place.unlink()
    os.mkfifo(place, 0o600)
    assert _find(project) is None


def test_a_store_that_is_a_pipe_is_not_waited_for(project: Project) -> None:
    _write(project)
    project.runtime.close()
    project.paths.store.unlink()
    os.mkfifo(project.paths.store, 0o600)
    assert _find(project) is None
