"""The commands of several sessions are brought into line."""

from phantasm.learning.procedures.acts import Action
from phantasm.learning.procedures.align import aligned, in_order
from phantasm.learning.procedures.normalise import actions


def session(*lines: str) -> list[Action]:
    return [action for line in lines for action in actions(line, worked=True)]


def test_finds_the_usual_order_in_spite_of_one_who_swaps() -> None:
    sessions = [session("make a", "make b", "make c")] * 3 + [session("make b", "make a", "make c")]
    columns = aligned(sessions, {"make a", "make b", "make c"})
    assert [column.form for column in columns] == ["make a", "make b", "make c"]
    assert [column.share for column in columns] == [1.0, 1.0, 1.0]


def test_makes_a_step_of_what_most_do_twice() -> None:
    twice = [session("pytest tests", "make fix", "pytest tests")] * 3
    once = [session("pytest tests", "make fix")]
    forms = [column.form for column in aligned([*twice, *once], {"pytest", "make fix"})]
    assert forms == ["pytest", "make fix", "pytest"]


def test_takes_the_command_of_the_usual_make_up() -> None:
    usual = [session("git push origin v1", "make a"), session("git push origin v2", "make a")]
    noisy = session("git push", "git push origin v3", "make a")
    (push, _) = aligned([*usual, noisy], {"git push", "make a"})
    assert [one.value for one in push.runs[2].arguments] == ["origin", "v3"]


def test_counts_what_was_taken_in_order() -> None:
    assert in_order(["a", "b", "c"], ["x", "a", "c", "b"]) == 2
    assert in_order([], ["a"]) == 0
