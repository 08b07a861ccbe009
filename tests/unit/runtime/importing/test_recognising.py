"""A file that has only grown is known again; one that was cut, replaced or rewritten is not."""

from dataclasses import replace
from pathlib import Path

import pytest

from phantasm.runtime.importing.reading import Source, Standing
from phantasm.runtime.importing.recognising import Before, before_of, fingerprint, is_read, is_same, known_of
from phantasm.session.transcripts.model import Began, Turn

DATA = b"".join(b'{"line": %d}\n' % number for number in range(20_000))


def source(path: Path, data: bytes, *, client: str = "generic", is_finished: bool = True) -> Source:
    """Write a file and open it."""
    path.write_bytes(data)
    return Source(client, path.name, path.open("rb"), len(data), is_finished)


def before(path: Path, *, resume: int = len(DATA)) -> Before:
    """Return what is noted once a file was read up to an offset."""
    with (found := source(path, DATA)).file:
        return Before(resume, len(DATA), fingerprint(found, resume), is_finished=True)


@pytest.mark.parametrize(
    ("data", "same"),
    [
        (DATA, True),
        (DATA + b"more\n", True),
        (DATA[:-1], False),
        (b"{}" + DATA, False),
        (b"x" + DATA[1:], False),
        (DATA[:-100] + b"x" * 100, False),
        (b"", False),
    ],
    ids=["unchanged", "grown", "cut", "other beginning", "first byte", "rewritten end", "empty"],
)
def test_only_what_has_grown_is_read_on(tmp_path: Path, data: bytes, *, same: bool) -> None:
    noted = before(tmp_path / "a")
    with (found := source(tmp_path / "a", data)).file:
        assert is_same(found, noted) is same
        assert is_read(found, noted) is (data == DATA)


def test_an_unchanged_file_is_looked_at_again_once_it_is_finished(tmp_path: Path) -> None:
    noted = replace(before(tmp_path / "a"), is_finished=False)
    with (found := source(tmp_path / "a", DATA)).file:
        assert not is_read(found, noted)
        assert is_same(found, noted)


def test_a_document_is_known_by_all_of_it(tmp_path: Path) -> None:
    with (found := source(tmp_path / "a.traj", DATA, client="swe_agent")).file:
        one = fingerprint(found, 0)
    middle = len(DATA) // 2
    changed = DATA[:middle] + b"x" + DATA[middle + 1 :]
    with (found := source(tmp_path / "a.traj", changed, client="swe_agent")).file:
        assert fingerprint(found, 0) != one
        assert not is_same(found, Before(0, len(DATA), one))


def test_looking_does_not_disturb_whoever_reads(tmp_path: Path) -> None:
    with (found := source(tmp_path / "a", DATA)).file:
        found.file.seek(77)
        fingerprint(found, 5_000)
        assert found.file.tell() == 77


def test_what_was_going_on_is_known_again() -> None:
    began = Began("s", "2026-10-01T10:00:00.000000Z", None, "/p", "main", "1.0")
    last = Turn("s", "1", "user", "Secret words.", folder="/p", model="m", agent="a")
    known = known_of(Standing(began, last), is_finished=True)
    assert "Secret" not in known
    found = before_of({"resume": 1, "size": 2, "digest": "d", "known": known})
    assert found is not None
    assert (found.standing.began, found.is_finished) == (began, True)
    assert found.standing.last is not None
    assert (found.standing.last.folder, found.standing.last.model, found.standing.last.agent) == (
        "/p",
        "m",
        "a",
    )


@pytest.mark.parametrize("known", ["", "[]", "{}", '{"began": {"other": 1}, "last": null, "finished": true}'])
def test_what_cannot_be_read_any_more_counts_as_nothing(known: str) -> None:
    assert before_of({"resume": 1, "size": 2, "digest": "d", "known": known}) is None
