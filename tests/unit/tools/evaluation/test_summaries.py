"""Scores are summed up by kind, and over all of them last."""

from tools.evaluation.measures import by_kind, intervals, table, values

SCORED = [("zoo", {"a": 1.0}), ("air", {"a": 0.0, "b": 0.5}), ("zoo", {"a": 1.0})]


def test_sums_up_by_kind_and_over_all() -> None:
    kinds = by_kind(SCORED)
    assert list(kinds) == ["air", "zoo", "all"]
    assert table(kinds, ["a", "b", "c"]) == {
        "air": {"n": 1, "a": 0.0, "b": 0.5},
        "zoo": {"n": 2, "a": 1.0},
        "all": {"n": 3, "a": 0.6667, "b": 0.5},
    }
    assert intervals(kinds, ["a", "b"])["zoo"] == {"a": [1.0, 1.0]}
    assert values(kinds["all"], "a") == [1.0, 0.0, 1.0]


def test_a_kind_that_is_called_all_is_counted_once() -> None:
    assert table(by_kind([("all", {"a": 1.0})]), ["a"]) == {"all": {"n": 1, "a": 1.0}}


def test_sums_up_nothing() -> None:
    assert by_kind([]) == {}
