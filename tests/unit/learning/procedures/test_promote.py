"""What follows from what was found, and from how uses went."""

from dataclasses import replace

from phantasm.learning.practice import (
    Demote,
    Keep,
    Propose,
    Revise,
    Verify,
    by_use,
    confidence,
    decided,
)
from phantasm.learning.procedures.mine import mine
from phantasm.learning.procedures.model import Found, Known, Waits
from tests.unit.learning.procedures.made_up import others, releases


def mined() -> Found:
    (found,) = mine([*releases(), *others()])
    return found


def held(found: Found, **changes: object) -> Known:
    actions = tuple(step.action for step in found.candidate.steps)
    known = Known(found.candidate.signature, found.candidate.acts, state="verified", actions=actions)
    return replace(known, **changes)  # type: ignore[arg-type]  # fields by name


def test_verifies_or_proposes_what_is_new() -> None:
    found = mined()
    assert decided(found.candidate, found.bundle, found.verdict) == Verify()
    assert decided(found.candidate, found.bundle, Waits(("more",))) == Propose(("more",))


def test_keeps_what_has_not_changed_and_revises_what_has() -> None:
    found = mined()
    assert decided(found.candidate, found.bundle, found.verdict, held(found)) == Keep()
    assert decided(found.candidate, found.bundle, found.verdict, held(found, is_named_well=False)) == Revise()
    older = held(found, actions=("poetry version {version}",))
    assert decided(found.candidate, found.bundle, found.verdict, older) == Revise()


def test_verifies_a_candidate_that_has_enough_by_now() -> None:
    found = mined()
    known = held(found, state="candidate")
    assert decided(found.candidate, found.bundle, found.verdict, known) == Verify()
    assert decided(found.candidate, found.bundle, Waits(("more",)), known) == Keep()


def test_demotes_after_two_fresh_failures() -> None:
    found = mined()
    failed = held(found, fresh_failures=2)
    assert isinstance(decided(found.candidate, found.bundle, found.verdict, failed), Demote)
    assert isinstance(by_use(failed), Demote)
    assert by_use(held(found, fresh_failures=1)) == Keep()
    assert by_use(held(found, state="demoted", fresh_failures=5)) == Keep()


def test_does_not_verify_again_what_keeps_failing() -> None:
    found = mined()
    demoted = held(found, state="demoted", fresh_failures=2)
    assert decided(found.candidate, found.bundle, found.verdict, demoted) == Keep()
    mended = replace(demoted, fresh_failures=0)
    assert decided(found.candidate, found.bundle, found.verdict, mended) == Verify()


def test_demotes_what_names_files_that_are_gone() -> None:
    found = mined()
    bundle = replace(found.bundle, gone=("a.sh",))
    decision = decided(found.candidate, bundle, Waits(("gone",)), held(found))
    assert decision == Demote(("no longer there: a.sh",))


def test_moves_confidence_with_each_use_and_more_with_a_fresh_failure() -> None:
    assert confidence(0, 0, 0) == 0.5
    assert confidence(8, 0, 0) == 0.9
    assert confidence(8, 1, 0) == 0.818
    assert confidence(8, 1, 1) == 0.75
    assert confidence(9, 1, 0) > confidence(8, 1, 0)
