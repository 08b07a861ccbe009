"""Does a second look use what the first found out, and never more than that?"""

import os
from pathlib import Path

import pytest

from phantasm.workspace.anchors.caching import AnchorCache, verify_all
from phantasm.workspace.anchors.model import Reference, Seen, Verdict
from phantasm.workspace.anchors.references import read

from .conftest import Repository

TEXT = "".join(f"def part{number}(value):\n    return value + {number}\n\n\n" for number in range(6))
REFERENCES = (
    "symbol:a.py#part1",
    "symbol:a.py#part2",
    "file:a.py#L6-L7",
    "file:b.py",
    "symbol:b.py#part3",
    "file:c.py",
)


Anchors = list[tuple[Reference, Seen]]


@pytest.fixture
def code(repository: Repository) -> Repository:
    for path in ("a.py", "b.py", "c.py"):
        repository.write(path, f"# {path}\n{TEXT}")
    repository.commit()
    return repository


def _anchors(code: Repository) -> Anchors:
    return [(read(text) or Reference("file", text), code.see(text)) for text in REFERENCES]


def _look(
    code: Repository, cache: Path, anchors: list[tuple[Reference, Seen]]
) -> tuple[AnchorCache, list[Verdict]]:
    kept = AnchorCache.load(cache)
    verdicts = verify_all(anchors, kept.checkout(code.root))
    kept.save(cache)
    return kept, verdicts


def test_says_the_same_the_second_time_apart_from_the_diffs(code: Repository, tmp_path: Path) -> None:
    anchors, cache = _anchors(code), tmp_path / "cache"
    code.write("a.py", f"# a.py\n{TEXT}".replace("+ 1", "+ 11"))
    code.rename("b.py", "moved.py")
    code.remove("c.py")
    _, first = _look(code, cache, anchors)
    statuses = ["changed", "unchanged", "changed", "moved", "moved", "gone"]
    assert [one.status for one in first] == statuses
    written = cache.read_bytes()
    kept, second = _look(code, cache, anchors)
    assert [(one.status, one.detail, one.now) for one in second] == [
        (one.status, one.detail, one.now) for one in first
    ]
    assert len(kept.verdicts) == len(REFERENCES)
    assert cache.read_bytes() == written


def test_looks_again_where_something_changed(code: Repository, tmp_path: Path) -> None:
    anchors, cache = _anchors(code), tmp_path / "cache"
    code.remove("c.py")
    assert _look(code, cache, anchors)[1][-1].status == "gone"
    code.write("d.py", f"# c.py\n{TEXT}")
    assert _look(code, cache, anchors)[1][-1].status == "moved"
    code.write("c.py", f"# c.py\n{TEXT}")
    assert _look(code, cache, anchors)[1][-1].status == "unchanged"


def test_writes_nothing_where_nothing_is_new(code: Repository, tmp_path: Path) -> None:
    _git_has_looked(code)
    _look(code, tmp_path / "cache", _anchors(code))
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"format": 1}',
        '{"format": 1, "files": {"a.py": 3}, "verdicts": {}}',
        '{"format": 1, "files": {}, "verdicts": {"x": ["fine", "", null]}}',
        '{"format": 9, "files": {}, "verdicts": {}}',
    ],
)
def test_takes_a_damaged_file_for_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "cache").write_text(text, encoding="utf-8")
    kept = AnchorCache.load(tmp_path / "cache")
    assert (kept.files, kept.verdicts) == ({}, {})


def test_copies_no_text_of_the_repository(code: Repository, tmp_path: Path) -> None:
    anchors = _anchors(code)
    code.write("a.py", "password = 'hush'\n")
    _look(code, tmp_path / "cache", anchors)
    assert "hush" not in (tmp_path / "cache").read_text(encoding="utf-8")
    assert (tmp_path / "cache").stat().st_mode & 0o077 == 0


def _git_has_looked(code: Repository) -> None:
    """Let git write down how the files look, some time after they were written."""
    for path in ("a.py", "b.py", "c.py"):
        os.utime(code.root / path, ns=(10**18, 10**18))
    code.git("update-index", "-q", "--refresh")


def test_checks_without_a_cache_too(code: Repository) -> None:
    assert {verdict.status for verdict in verify_all(_anchors(code), code.look())} == {"unchanged"}
