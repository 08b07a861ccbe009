"""One at a time, and nobody waits."""

from pathlib import Path

from phantasm.retrieval.vectors.turns import turn


def test_gives_one_the_turn_and_the_next_one_after(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with turn(path) as first, turn(path) as second:
        assert (first, second) == (True, False)
    with turn(path) as third:
        assert third
