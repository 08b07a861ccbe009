"""A command that changes files and cannot finish changes nothing, says why, and works once there is room."""

from pathlib import Path

import pytest

from tests.e2e.processes import Place
from tests.sharing import git


def _files(place: Place) -> dict[str, bytes]:
    """Return every file of the project and of the user's folder but those that SQLite and locks need."""
    passing = ("store.sqlite", ".lock", "/.staging", "/logs/")
    return {
        str(path): path.read_bytes()
        for path in place.root.parent.rglob("*")
        if path.is_file() and not any(part in str(path) for part in passing)
    }


@pytest.mark.parametrize(
    "arguments",
    [
        ("config", "set", "backup.keep", "3"),
        ("token", "add", "server"),
        ("share", "on"),
        ("install", "claude", "--yes"),
        ("export",),
        ("backup", "create"),
        ("pause",),
        ("add", "--text", "The lunch is at noon."),
    ],
    ids=" ".join,
)
def test_changes_nothing_and_says_why(project_place: Place, arguments: tuple[str, ...]) -> None:
    place = project_place
    git(place.root, "init", "-q")
    assert place.run("add", "--kind", "fact", "--text", "The server listens on port 8400.").status == 0
    before = _files(place)
    failed = place.run_on_a_full_disk(*arguments)
    assert failed.status == 5, failed.out
    assert failed.out == ""
    assert "what to do:" in failed.err
    assert "next:" not in failed.err
    assert "None" not in failed.err
    assert _files(place) == before
    done = place.run(*arguments)
    assert done.status == 0, done.err


def test_a_setup_that_had_no_room_goes_on_where_it_stopped(place: Place) -> None:
    failed = place.run_on_a_full_disk("bootstrap")
    assert failed.status == 5
    assert "the disk or quota is full" in failed.err
    assert place.run("list").status == 5
    assert place.run("bootstrap").status == 0
    assert place.run("add", "--text", "The lunch is at noon.").status == 0
    assert "leftovers: none" in place.run("doctor").out


def test_a_folder_in_the_way_is_named(project_place: Place, tmp_path: Path) -> None:
    place = project_place
    kept = place.root / ".phantasm/phantasm.toml"
    kept.rename(tmp_path / "kept.toml")
    kept.mkdir()
    refused = place.run("config", "set", "backup.keep", "3")
    assert refused.status == 2
    assert "phantasm.toml is not a regular file" in refused.err
    kept.rmdir()
    (tmp_path / "kept.toml").rename(kept)
    assert place.run("config", "set", "backup.keep", "3").status == 0
