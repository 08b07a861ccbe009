"""What the last survey showed is believed as long as nothing is touched, and no longer."""

import json
import os
from pathlib import Path

import pytest

from phantasm.state.anchored import remembered
from phantasm.state.anchored.remembered import FILE_NAME
from phantasm.workspace.checkout import Checkout
from tests.conftest import Project


@pytest.fixture
def cited(project: Project) -> Path:
    """Two files that are cited, looked at by maintenance."""
    for name in ("one.txt", "two.txt"):
        path = project.root / name
        path.write_text(f"{name}\n")
        links = [{"type": "about", "target": f"file:{name}"}]
        project.get("ingest", record_kind="fact", statement=f"Something is in file {name[:3]}.", links=links)
    project.get("anchors_refresh", profile="scheduler")
    return project.paths.indexes / FILE_NAME


def settle(kept: Path) -> None:
    """Make the survey so late that every file had settled by then."""
    later = kept.stat().st_mtime + 60
    os.utime(kept, (later, later))


def _looked_at(project: Project) -> int | None:
    """Return how many citations had to be looked at; None where all of them had."""
    environment = project.runtime.environment
    known = remembered.load(environment.paths.indexes)
    with environment.snapshot() as work:
        found = remembered.count(work, Checkout(project.root), known)
    return None if found is None else len(found.looked_at)


def test_nothing_is_looked_at_where_nothing_was_touched(project: Project, cited: Path) -> None:
    settle(cited)
    assert _looked_at(project) == 0
    assert project.get("anchors_check")["counts"] == {"unchanged": 2}


def test_only_what_was_touched_is_looked_at(project: Project, cited: Path) -> None:
    settle(cited)
    (project.root / "one.txt").write_text("other\n")
    assert _looked_at(project) == 1
    assert project.get("anchors_check")["counts"] == {"changed": 1, "unchanged": 1}


@pytest.mark.usefixtures("cited")
def test_what_was_being_written_just_then_is_looked_at_again(project: Project) -> None:
    assert _looked_at(project) == 2


def test_another_citation_makes_it_old(project: Project, cited: Path) -> None:
    settle(cited)
    links = [{"type": "about", "target": "file:one.txt"}]
    project.get("ingest", record_kind="fact", statement="Ports are optional.", links=links)
    assert _looked_at(project) is None


def test_a_record_that_cites_nothing_does_not(project: Project, cited: Path) -> None:
    settle(cited)
    project.hold("Ports are optional.")
    assert _looked_at(project) == 0


def test_a_withdrawn_record_makes_it_old(project: Project, cited: Path) -> None:
    settle(cited)
    (record, _) = project.get("list")["records"]
    project.get("set_state", ids=[record["id"]], action="archive")
    assert _looked_at(project) is None


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", '{"format": 1}', '{"format": 2}', '{"format": 1, "files": 3}']
)
def test_what_is_damaged_tells_nothing(project: Project, cited: Path, damage: str) -> None:
    cited.write_text(damage)
    assert _looked_at(project) is None
    assert project.get("anchors_check")["counts"] == {"unchanged": 2}


def test_no_word_of_the_repository_is_kept(cited: Path) -> None:
    told = json.loads(cited.read_text())
    assert set(told) == {"format", "store_id", "seq", "root", "files", "others"}
    assert "txt\\n" not in cited.read_text()
