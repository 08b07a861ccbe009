"""One move per skill: what is written, what is left, what is taken back."""

from phantasm.skills.packaging import Package, package
from phantasm.skills.plan import (
    WITHDRAWN,
    Held,
    Move,
    by_lineage,
    changes,
    move_for,
    taken_names,
    withdrawal_of,
)
from tests.unit.skills.samples import RELEASE, with_steps

NAME = "release-a-version"
WANTED = package(RELEASE, NAME)
NEWER = package(with_steps("make check"), NAME)
TEXT, LINEAGE = WANTED.text, WANTED.lineage


def held(text: str | None, base: str | None = TEXT) -> Held:
    return Held(NAME, text, base)


def outcome(wanted: Package, one: Held | None, *, asked: bool = False) -> str:
    return move_for(wanted, one, settle="merge", asked=asked).outcome


def test_tells_new_from_old_from_edited() -> None:
    edited = f"{TEXT}\nmore\n"
    assert outcome(WANTED, None) == "created"
    assert outcome(WANTED, held(TEXT)) == "unchanged"
    assert outcome(NEWER, held(TEXT)) == "updated"
    assert outcome(NEWER, held(edited)) == "merged"
    assert outcome(WANTED, held(edited)) == "unchanged"
    assert outcome(NEWER, held(TEXT.replace("make test\n", "make all\n"))) == "conflict"
    assert outcome(NEWER, held(edited, None)) == "left"


def test_what_the_project_deleted_stays_deleted_until_somebody_asks() -> None:
    move = move_for(NEWER, held(None), settle="merge", asked=False)
    assert (move.outcome, move.reason, move.text) == ("left", "deleted", None)
    assert outcome(NEWER, held(None), asked=True) == "created"


def test_everything_can_be_settled_for_one_side() -> None:
    edited = held(f"{TEXT}\nmore\n", None)
    for_project = move_for(NEWER, edited, settle="project", asked=False)
    assert (for_project.text, for_project.base) == (edited.text, NEWER.text)
    for_us = move_for(NEWER, edited, settle="phantasm", asked=False)
    assert (for_us.text, for_us.outcome) == (NEWER.text, "updated")
    undecided = held(f"{TEXT}\n>>>>>>> phantasm\n")
    assert move_for(NEWER, undecided, settle="project", asked=False).reason == "undecided"


def test_an_unreadable_file_is_let_be() -> None:
    one = Held(NAME, None, TEXT, readable=False)
    assert move_for(NEWER, one, settle="phantasm", asked=True).reason == "unreadable"
    assert withdrawal_of(one, LINEAGE, "2026-11-16", erased=True).outcome == "left"


def test_takes_back_what_nobody_edited_and_marks_the_rest() -> None:
    assert withdrawal_of(held(TEXT), LINEAGE, "2026-11-16", erased=False) == Move(
        NAME, LINEAGE, "withdrawn", None, None
    )
    edited = held(f"{TEXT}\nmore\n")
    move = withdrawal_of(edited, LINEAGE, "2026-11-16", erased=False)
    assert move.outcome == "withdrawn_with_notice"
    assert move.text is not None
    assert WITHDRAWN in move.text
    assert move.base == TEXT
    again = withdrawal_of(held(move.text), LINEAGE, "2026-11-17", erased=False)
    assert (again.outcome, again.text) == ("unchanged", move.text)
    assert withdrawal_of(edited, LINEAGE, "2026-11-16", erased=True).base is None


def test_knows_whose_skill_is_whose() -> None:
    stranger = Held("other", "---\nname: other\n---\n", None)
    everything = {NAME: held(TEXT), "other": stranger}
    assert by_lineage(everything) == {LINEAGE: held(TEXT)}
    assert taken_names(everything, {LINEAGE}) == ["other"]
    assert changes([move_for(WANTED, held(TEXT), settle="merge", asked=False)], everything) == []
