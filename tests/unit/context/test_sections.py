"""Every kind has one section; what may not instruct is only quoted; what is stable is stable."""

from typing import get_args

import pytest

from phantasm.context.sections import QUOTED, SECTIONS, STABLE, STABLE_SHARE, TASK_RULES, section_of
from phantasm.contracts.kinds import KindName
from tests.unit.context.samples import quote, record

KINDS: tuple[str, ...] = get_args(KindName)


def test_every_kind_has_one_section() -> None:
    listed = [kind for section in SECTIONS.values() for kind in section.kinds]
    assert sorted(listed) == sorted(set(listed))
    assert set(KINDS) <= set(listed)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stable", [True, False])
def test_strangers_never_instruct(kind: str, *, stable: bool) -> None:
    stranger = record("a", "x", kind, trusted=False, origin="web")
    assert section_of(stranger, stable=stable) == QUOTED
    assert not SECTIONS[QUOTED].instructs


def test_rules_that_hold_for_one_task_stand_elsewhere() -> None:
    rule = record("a", "x", "constraint")
    assert section_of(rule, stable=True) == "rules"
    assert section_of(rule, stable=False) == TASK_RULES
    assert SECTIONS[TASK_RULES].instructs


def test_evidence_is_quoted() -> None:
    assert section_of(quote("1", "x"), stable=False) == QUOTED


def test_unknown_kinds_are_facts() -> None:
    assert section_of(record("a", "x", "of_tomorrow"), stable=False) == "facts"


def test_what_is_stable_leaves_room_for_the_task() -> None:
    assert STABLE == ("identity", "rules")
    assert 0 < STABLE_SHARE < 1
    assert all(0 < section.ceiling <= 1 for section in SECTIONS.values())
