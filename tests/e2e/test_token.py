"""Do `phantasm token add|list|show|revoke` keep secrets, and give them to their owner?"""

import json
import stat
import subprocess
from pathlib import Path

import pytest

from tests.e2e.processes import Place


def _files(place: Place) -> list[Path]:
    return sorted((place.root / ".phantasm" / "state" / "tokens").glob("*"))


def test_makes_shows_lists_and_takes_back(project_place: Place) -> None:
    made = project_place.run("token", "add", "build-server", "--profile", "codex", "--scope", "review")
    assert made.status == 0
    secret = made.out.strip()
    assert len(secret) >= 43
    assert project_place.run("token", "show", "build-server").out.strip() == secret
    assert project_place.run("token", "add", "second").status == 0
    listed = project_place.run("token", "list", "--json").json["data"]["tokens"]
    assert listed == [
        {"name": "build-server", "profile": "codex", "scope": "review"},
        {"name": "second", "profile": "generic_mcp", "scope": "read"},
    ]
    assert secret not in project_place.run("token", "list").out
    assert project_place.run("token", "revoke", "build-server").status == 0
    assert [path.name for path in _files(project_place)] == ["second.json"]
    assert project_place.run("token", "show", "build-server").status == 4
    assert project_place.run("token", "revoke", "build-server").status == 4


def test_keeps_it_from_everybody_else_whatever_the_umask(project_place: Place) -> None:
    process = project_place.start("token", "add", "one", stdout=subprocess.PIPE, umask=0)
    out, _ = process.communicate()
    assert process.returncode == 0
    [file] = _files(project_place)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert json.loads(file.read_text(encoding="ascii"))["token"] == out.decode().strip()


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("add", "../one"), 2),
        (("add", "One"), 2),
        (("add", "a" * 41), 2),
        (("add", ""), 2),
        (("add", "one", "--scope", "everything"), 2),
        (("add", "one", "--profile", "nobody"), 2),
        (("add", "one", "--profile", "cli"), 3),
        (("show", "none"), 4),
        (("show", "../http"), 2),
        (("revoke", "none"), 4),
        (("revoke", "../store"), 2),
    ],
)
def test_refuses(project_place: Place, arguments: tuple[str, ...], status: int) -> None:
    ended = project_place.run("token", *arguments)
    assert (ended.status, ended.out) == (status, "")
    assert ended.err
    assert _files(project_place) == []


def test_takes_no_name_twice(project_place: Place) -> None:
    first = project_place.run("token", "add", "one").out
    again = project_place.run("token", "add", "one", "--scope", "admin")
    assert again.status == 4
    assert "token revoke one" in again.err
    assert project_place.run("token", "show", "one").out == first


def test_says_where_there_are_none(project_place: Place) -> None:
    ended = project_place.run("token", "list")
    assert (ended.status, "no tokens yet" in ended.out) == (0, True)


def test_needs_a_project(place: Place) -> None:
    assert place.run("token", "list").status == 5
