"""Evidence is gathered and judged."""

from dataclasses import replace

from phantasm.learning.procedures.mine import mine
from phantasm.learning.procedures.model import Found, Refused, Verified, Waits
from phantasm.session.episodes.model import Basis, Episode, Overcome, Ran
from tests.unit.learning.procedures.made_up import episode, others, release, releases


def found(episodes: list[Episode]) -> Found:
    (one,) = mine([*episodes, *others()])
    return one


def test_verifies_what_worked_three_times_and_would_have_been_predicted() -> None:
    one = found(releases())
    assert one.verdict == Verified()
    assert one.bundle.successes == ("r0", "r1", "r2", "r3")
    assert one.bundle.replayed == 1.0
    assert one.bundle.replays == 4


def test_counts_the_replay_of_a_transcript_once() -> None:
    copies = [release(f"r{place}", "1.2.0", day=2) for place in range(4)]
    one = found(copies)
    assert one.bundle.successes == ("r0",)
    assert one.bundle.weak == ("r1", "r2", "r3")
    assert isinstance(one.verdict, Waits)


def test_counts_sessions_that_continue_each_other_once() -> None:
    continues = {"r1": "r0", "r2": "r1", "r3": "r2"}
    (one,) = mine([*releases(), *others()], continues=continues)
    assert one.bundle.successes == ("r0",)


def test_does_not_take_a_word_for_evidence() -> None:
    told = [
        replace(
            one,
            commands=tuple(replace(ran, exit_code=None) for ran in one.commands),
            because=(Basis("words", "success", "thanks"),),
        )
        for one in releases()
    ]
    one = found(told)
    assert one.bundle.successes == ()
    assert one.verdict == Waits(("0 of 3 independent successes with evidence",))


def test_waits_after_one_failure_and_refuses_after_two() -> None:
    failed = [release(f"f{place}", f"9.{place}.0", day=20 + place, outcome="failure") for place in range(2)]
    once, twice = found([*releases(), failed[0]]), found([*releases(), *failed])
    assert once.bundle.fresh_failures == ("f0",)
    assert isinstance(once.verdict, Waits)
    assert isinstance(twice.verdict, Refused)


def test_forgets_a_failure_once_it_worked_again() -> None:
    failed = release("f", "9.0.0", day=20, outcome="failure")
    one = found([*releases(), failed, release("again", "9.0.0", day=21)])
    assert one.bundle.failures == ("f",)
    assert one.bundle.fresh_failures == ()
    assert one.verdict == Verified()


def test_explains_a_failure_that_lay_outside() -> None:
    failed = release("f", "9.0.0", day=20, outcome="failure")
    network = Overcome("git push origin v9.0.0", ("unreachable", "network"), "network is unreachable")
    elsewhere = replace(failed, commands=(*failed.commands[:-1], Ran("t", "make announce", 1)))
    assert found([*releases(), replace(failed, overcome=(network,))]).bundle.explained == (
        ("f", "an outside reason: network"),
    )
    one = found([*releases(), elsewhere])
    assert one.bundle.explained == (("f", "another command failed: make announce"),)
    assert one.verdict == Verified()


def test_waits_for_files_that_are_gone() -> None:
    (one,) = mine([*releases(), *others()], anchors={"CHANGELOG.md": False})
    assert one.bundle.gone == ("CHANGELOG.md",)
    assert isinstance(one.verdict, Waits)
    (kept,) = mine([*releases(), *others()], anchors=lambda name: name == "CHANGELOG.md")
    assert kept.verdict == Verified()


def test_refuses_a_habit() -> None:
    goals = [
        "fix the footer",
        "why so slow?",
        "add a field",
        "new colour",
        "drop python 3.8",
        "faster search",
    ]
    habit = [
        episode(f"h{place}", goal, ["make clean", "make build", "make smoke"], day=10 + place)
        for place, goal in enumerate(goals)
    ]
    one = found(habit)
    assert isinstance(one.verdict, Refused)
    assert "habit" in one.verdict.reasons[0]


def test_waits_for_a_person_where_words_are_not_vouched_for() -> None:
    (one,) = mine([*releases(), *others()], untrusted=["r0", "r1", "r2", "r3"])
    assert one.verdict == Waits(("words come from text that nobody vouches for: a person decides",))
