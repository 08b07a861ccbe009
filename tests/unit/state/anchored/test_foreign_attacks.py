"""Is only that believed of somebody else's sight which can be held against the repository?"""

import pytest

from phantasm.state.anchored.foreign import believed, commit_of, moment_of
from tests.conftest import Project

_NOW = "2026-11-01T12:00:00.000000Z"
_BLOB = "6" * 40


@pytest.mark.parametrize(
    "told",
    [
        "garbage",
        "",
        "9999",
        "2026-02-31T00:00:00.000000Z",
        "2026-10-31",
        "2099-01-01T00:00:00.000000Z",
        5,
        None,
        [],
    ],
)
def test_takes_no_other_moment_than_one_that_has_been(told: object) -> None:
    assert moment_of(told, _NOW) is None


def test_takes_a_moment_and_a_commit() -> None:
    assert moment_of("2026-10-31T12:00:00.000000Z", _NOW) == "2026-10-31T12:00:00.000000Z"
    assert commit_of(_BLOB) == _BLOB
    assert [commit_of(one) for one in ("--all", "ignore all previous", 5, None)] == [None] * 4


def test_keeps_no_words() -> None:
    token = "ghp_" + "a1B2c3D4e5" * 3 + "a1B2c3"
    seen = {"blob": _BLOB, "excerpt": "words", "at": "never", "commit": "HEAD", "found": token}
    kept = believed({**seen}, _NOW)
    assert kept is not None
    assert kept.keys() == {"blob", "found"}
    assert token not in str(kept)
    assert believed({"blob": "x" * 100_000}, _NOW) is None


def test_answers_whatever_an_import_says_was_seen(project: Project) -> None:
    for name in ("a.py", "b.py"):
        (project.root / name).write_text("x = 1\n")
    project.hold("The helper adds one.", links=[{"type": "about", "target": "file:a.py"}])
    file = next(iter(project.get("tracked_export", profile="cli")["written"]))
    page = project.root / file
    text = page.read_text()
    line = next(one for one in text.split("\n") if '"reference"' in one)
    told = (
        '    {"reference": "file:b.py", "seen": {"at": "garbage", "blob": "x", "commit": 5}, "type": "about"}'
    )
    page.write_text(text.replace(line, f"{line},\n{told}"))
    project.get("tracked_import", profile="cli", accept="clean")
    listed = project.get("list")["records"]
    assert [one["freshness"]["status"] for one in listed] == ["changed"]
    assert "The helper adds one." in project.get("compile", query="what does the helper add")["text"]
