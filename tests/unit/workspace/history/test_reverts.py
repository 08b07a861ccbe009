"""What a commit takes back is read from its message."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.workspace.history.model import Commit
from phantasm.workspace.history.reverts import effective, plain_subject, reverted, reverted_subject

SHA, OTHER = "3f2c1a9" + "0" * 33, "1234abcd" * 5


@pytest.mark.parametrize(
    ("message", "named"),
    [
        (f'Revert "X"\n\nThis reverts commit {SHA}.', (SHA,)),
        (f'Revert "Merge y"\n\nThis reverts commit {SHA}, reversing\nchanges made to {OTHER}.', (SHA,)),
        (f"Undo\n\nThis reverts commits {SHA} and {OTHER}.", (SHA, OTHER)),
        (f"This reverts commit {SHA}.\nThis reverts commit {OTHER[:9]}.", (SHA, OTHER[:9])),
        ("We should not revert this", ()),
        ("This reverts commit because it broke", ()),
    ],
)
def test_reads_the_commits_that_are_taken_back(message: str, named: tuple[str, ...]) -> None:
    assert reverted(message) == named


@pytest.mark.parametrize(
    ("message", "subject"),
    [
        ('Revert "Add retries (#12)" (#15)\n\nReverts a/b#12', "Add retries (#12)"),
        ('Revert "Revert "Add retries""', 'Revert "Add retries"'),
        ('Reapply "Add retries"', 'Revert "Add retries"'),
        (f'Revert "Add retries"\n\nThis reverts commit {SHA}.', None),
        ("Revert to the old layout", None),
    ],
)
def test_reads_a_subject_where_no_commit_is_named(message: str, subject: str | None) -> None:
    assert reverted_subject(Commit(SHA, (), "", "Ada", "", message)) == subject


def test_compares_subjects_without_the_number_of_the_pull_request() -> None:
    assert plain_subject("Add  retries (#12)") == plain_subject("add retries") == "add retries"


def test_counts_a_revert_until_it_is_reverted() -> None:
    assert effective({"a": ["b"]}) == {"a": "b"}
    assert effective({"a": ["b"], "b": ["c"]}) == {"b": "c"}
    assert effective({"a": ["b"], "b": ["c"], "c": ["d"]}) == {"a": "b", "c": "d"}
    assert effective({"a": ["b", "c"], "b": ["d"]}) == {"a": "c", "b": "d"}
    assert effective({"a": ["b"], "b": ["a"]}) == {}


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=60))
def test_what_is_taken_back_by_what_stands_does_not_stand(pairs: list[tuple[int, int]]) -> None:
    later = {(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]}
    takes_back = {
        str(old): [str(new) for first, new in sorted(later) if first == old] for old, _ in sorted(later)
    }
    found = effective(takes_back)
    for old, by in takes_back.items():
        assert (old in found) == any(name not in found for name in by)
