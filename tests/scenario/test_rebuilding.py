"""Is a memory that is made again the same memory, whatever happened to it and in whatever order it came?"""

from pathlib import Path
from typing import Any

from benchmarks import year
from benchmarks.year_material import Plan
from campaigns import rebuilding, slices
from campaigns.verdict import DEFAULT_SEED
from tools.evaluation.replay import rebuild


def test_makes_the_same_memory_again(tmp_path: Path) -> None:
    verdict = rebuilding.run(tmp_path, histories=2, operations=90, sessions=20, seed=DEFAULT_SEED)
    assert verdict.holds, "\n".join(verdict.broken)
    assert verdict.figures["different"] == 0


def test_comes_to_the_same_whatever_the_slices_and_their_order(tmp_path: Path) -> None:
    verdict = slices.run(tmp_path, imports=4, sessions=10, seed=DEFAULT_SEED)
    assert verdict.holds, "\n".join(verdict.broken)


def test_makes_a_small_year_again(tmp_path: Path) -> None:
    lived = year.open_year(tmp_path, Plan(20, 4, 8))
    try:
        for _ in year.live(lived, undo_every=8):
            pass
        report: dict[str, Any] = rebuild(lived.runtime)
    finally:
        lived.runtime.close()
    assert report["equal"], report["differences"]
    assert report["derived"]["copied"] == 0
    assert report["derived"]["records"] > 0
