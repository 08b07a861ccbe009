"""Is a memory that is made again the same memory, whatever happened to it and in whatever order it came?"""

from pathlib import Path

from campaigns import rebuilding, slices
from campaigns.verdict import DEFAULT_SEED


def test_makes_the_same_memory_again(tmp_path: Path) -> None:
    verdict = rebuilding.run(tmp_path, histories=2, operations=90, sessions=20, seed=DEFAULT_SEED)
    assert verdict.holds, "\n".join(verdict.broken)
    assert verdict.figures["different"] == 0


def test_comes_to_the_same_whatever_the_slices_and_their_order(tmp_path: Path) -> None:
    verdict = slices.run(tmp_path, imports=4, sessions=10, seed=DEFAULT_SEED)
    assert verdict.holds, "\n".join(verdict.broken)
