"""Word differences rebuild both statements, whatever they are."""

from hypothesis import given
from hypothesis import strategies as st

from phantasm.state.differences import words

texts = st.lists(st.sampled_from(["the", "port", "is", "80", "81"]), max_size=12).map(" ".join)


@given(before=texts, after=texts)
def test_words_rebuild_both_sides(before: str, after: str) -> None:
    found = words(before, after)
    assert " ".join(run.text for run in found if run.change != "added" and run.text) == before
    assert " ".join(run.text for run in found if run.change != "removed" and run.text) == after


def test_words_of_long_statements_are_not_compared() -> None:
    long = "word " * 3_000
    assert [run.change for run in words(long, long + "more")] == ["removed", "added"]
    assert [run.change for run in words(long, long)] == ["same"]
