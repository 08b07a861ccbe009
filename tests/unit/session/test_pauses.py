"""What was said between pause and resume is not kept, however late its transcript is read."""

from pathlib import Path

import pytest

from phantasm.config.paths import Paths
from phantasm.session import pauses


def test_a_pause_is_remembered(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    paths.state.mkdir(parents=True)
    assert pauses.spans(paths) == []
    assert not pauses.begin(paths, "2026-11-01T10")
    assert pauses.begin(paths, "2026-11-01T11")
    assert pauses.is_within("2026-11-01T12", pauses.spans(paths))
    assert pauses.end(paths, "2026-11-01T13")
    assert not pauses.end(paths, "2026-11-01T14")
    assert pauses.spans(paths) == [("2026-11-01T10", "2026-11-01T13")]
    assert not pauses.begin(paths, "2026-11-02T10")
    assert pauses.end(paths, "2026-11-02T11")
    found = pauses.spans(paths)
    assert [pauses.is_within(at, found) for at in ("2026-11-01T09", "2026-11-01T10", "2026-11-02T10:30")] == [
        False,
        True,
        True,
    ]
    assert not pauses.is_within(None, found)
    assert not paths.paused.exists()


@pytest.mark.parametrize("damage", ["", "{", "[[1]]", "7", "\x00"])
def test_a_damaged_memory_of_pauses_is_none(tmp_path: Path, damage: str) -> None:
    paths = Paths(tmp_path)
    paths.state.mkdir(parents=True)
    paths.pauses.write_text(damage)
    assert pauses.spans(paths) == []


def test_a_pause_that_somebody_made_by_hand_began_when_it_was_made(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    paths.state.mkdir(parents=True)
    paths.paused.touch()
    ((began, _),) = pauses.spans(paths)
    assert began > "2020"
    assert not pauses.is_within("2019-01-01T00:00:00.000000Z", pauses.spans(paths))
