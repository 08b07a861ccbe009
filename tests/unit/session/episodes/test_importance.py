"""What is worth remembering."""

from phantasm.session.episodes.form import LEAST, MOST
from tests.unit.session.episodes.made_up import ASK, EDIT, FAIL, PASS, Part, episode

QUESTION: tuple[Part, ...] = (("user", "What is a monad?"), ("says", "A thing with bind."))


def test_lowers_a_question_and_its_answer() -> None:
    assert episode(*QUESTION).importance < episode(ASK, EDIT).importance


def test_raises_failure_above_success_and_success_above_nothing() -> None:
    failed, done, nothing = episode(ASK, EDIT, FAIL), episode(ASK, EDIT, PASS), episode(ASK, EDIT)
    assert failed.importance > done.importance > nothing.importance


def test_raises_corrections_decisions_and_ways_out() -> None:
    plain = episode(ASK, EDIT, PASS).importance
    assert episode(ASK, EDIT, ("user", "No, use the other clock."), PASS).importance > plain
    assert episode(ASK, EDIT, ("user", "We decided to use UTC."), PASS).importance > plain
    assert episode(ASK, FAIL, EDIT, PASS).importance > plain


def test_stays_within_its_bounds() -> None:
    corrections: list[Part] = [("user", f"No, use clock {number}.") for number in range(20)]
    everything = episode(
        ASK, EDIT, *corrections, ("says", "We decided to use UTC."), FAIL, EDIT, PASS, *[EDIT] * 30
    )
    assert LEAST <= episode().importance <= everything.importance <= MOST
