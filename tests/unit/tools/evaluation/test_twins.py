"""What is derived twice is known again by what it says; what was decided has one name."""

from tools.evaluation.replay_source import Twins


def test_keeps_the_names_of_what_was_decided() -> None:
    assert Twins().name("rec_a") == "rec_a"
    assert Twins().line("rec_a") == "rec_a"


def test_names_records_within_what_a_review_is_about() -> None:
    one, other = f"rec_{'0' * 26}", f"rec_{'1' * 26}"
    twins = Twins(names={one: f"rec_{'9' * 26}"})
    assert twins.within(one) == f"rec_{'9' * 26}"
    # Both sides of a conflict stand in order of their names, and go on doing so.
    assert twins.within(f"{one}:{other}") == f"{other}:rec_{'9' * 26}"
    # What was not in order has a meaning by its place.
    assert twins.within(f"{other}:{one}") == f"{other}:rec_{'9' * 26}"
