"""Measures have the values that one gets by hand."""

from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.evaluation.measures import MEASURES, measure


def test_measures_by_hand() -> None:
    # Gold stands at ranks 2 and 7, a third gold is missing; a stale document stands at rank 4.
    ranked = ["x1", "g1", "x2", "s1", "x3", "x4", "g2", "x5"]
    found = measure(ranked, {"g1", "g2", "g3"}, {"s1", "s2"})
    ideal = 1 + 1 / log2(3) + 1 / log2(4)
    assert found == pytest.approx(
        {
            "R@1": 0,
            "R@5": 1 / 3,
            "R@10": 2 / 3,
            "R@20": 2 / 3,
            "any@5": 1,
            "all@10": 0,
            "MRR": 1 / 2,
            "nDCG@10": (1 / log2(3) + 1 / log2(8)) / ideal,
            "fresh": 1,
            "clean@5": 0,
        }
    )
    assert tuple(found) == MEASURES


def test_measures_nothing_found() -> None:
    found = measure([], {"g"}, {"s"})
    assert set(found.values()) == {0.0}


def test_counts_only_what_stands_within_the_cut() -> None:
    ranked = [f"x{number}" for number in range(10)] + ["g"]
    found = measure(ranked, {"g"}, ())
    assert (found["R@10"], found["R@20"], found["MRR"], found["nDCG@10"]) == (0, 1, 1 / 11, 0)
    assert "fresh" not in found


def test_wants_the_gold_before_every_stale_one() -> None:
    assert measure(["s", "g"], {"g"}, {"s"})["fresh"] == 0
    assert measure(["g", "s"], {"g"}, {"s"})["fresh"] == 1
    assert measure(["g", "s"], {"g"}, {"s"})["clean@5"] == 0
    assert measure(["g", "a", "b", "c", "d", "s"], {"g"}, {"s"})["clean@5"] == 1
    assert measure(["a", "b", "c", "d", "e", "g"], {"g"}, {"s"})["clean@5"] == 0


@given(st.permutations(["g1", "g2", "s1", "x1", "x2", "x3"]))
def test_a_perfect_order_is_best(ranked: list[str]) -> None:
    gold, stale = {"g1", "g2"}, {"s1"}
    best = measure(["g1", "g2", "x1", "x2", "x3", "s1"], gold, stale)
    found = measure(ranked, gold, stale)
    assert all(0 <= found[name] <= best[name] + 1e-9 for name in MEASURES)
