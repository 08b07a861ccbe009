"""Several lists of commits become one, and the attempt stands behind the commit that took it back."""

from phantasm.workspace.history.prior import Bringing, join, with_taken_back


def test_puts_what_is_named_first_and_what_several_bring_next() -> None:
    lists = [
        Bringing("text", "it answers", ["a", "b", "c"]),
        Bringing("path", "it changed x", ["d", "b"]),
        Bringing("named", "it is named", ["e"]),
    ]
    found = join(lists, 10)
    assert [prior.sha for prior in found] == ["e", "b", "a", "d", "c"]
    assert found[1].why == ["it answers", "it changed x"]
    assert [prior.sha for prior in join(lists, 2)] == ["e", "b"]


def test_orders_ties_by_name_and_counts_a_commit_once_per_list() -> None:
    lists = [Bringing("path", "x", ["b", "b"]), Bringing("path", "y", ["a"])]
    assert [(prior.sha, prior.score) for prior in join(lists, 10)] == [("a", 0.8), ("b", 0.8)]


def test_tells_the_attempt_behind_what_took_it_back() -> None:
    found = join([Bringing("text", "it answers", ["revert", "other"])], 10)
    told = with_taken_back(found, {"revert": ["attempt", "other"]})
    assert [prior.sha for prior in told] == ["revert", "attempt", "other"]
    assert told[1].why == ["revert takes it back"]
