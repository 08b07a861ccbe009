"""Every action in every state leads somewhere, says so, or is refused with a reason."""

from typing import get_args

import pytest

from phantasm.state.lifecycle import Action, AlreadySo, Becomes, Impossible, apply
from phantasm.state.model import State
from tests.unit.state.records import LIVE


@pytest.mark.parametrize(
    ("state", "action", "leads_to"),
    [
        ("live", "archive", "archived"),
        ("archived", "restore", "live"),
        ("live", "tombstone", "tombstoned"),
        ("suggested", "tombstone", "tombstoned"),
        ("superseded", "tombstone", "tombstoned"),
        ("archived", "tombstone", "tombstoned"),
        ("live", "freeze", "live"),
    ],
)
def test_leads_on(state: State, action: Action, leads_to: State) -> None:
    outcome = apply(LIVE._replace(state=state), action)
    assert isinstance(outcome, Becomes)
    assert outcome.state == leads_to


@pytest.mark.parametrize("action", [action for action in get_args(Action) if action != "tombstone"])
def test_leads_nowhere_from_a_tombstone(action: Action) -> None:
    assert isinstance(apply(LIVE._replace(state="tombstoned"), action), Impossible)


@pytest.mark.parametrize("state", get_args(State))
@pytest.mark.parametrize("action", get_args(Action))
def test_doing_it_twice_is_doing_it_once(state: State, action: Action) -> None:
    record = LIVE._replace(state=state)
    first = apply(record, action)
    if isinstance(first, Becomes):
        moved = record._replace(state=first.state, frozen=first.frozen)
        assert isinstance(apply(moved, action), AlreadySo)


def test_a_suggestion_cannot_be_restored_around_its_review() -> None:
    assert isinstance(apply(LIVE._replace(state="suggested"), "archive"), Impossible)
    assert isinstance(apply(LIVE._replace(state="suggested"), "restore"), Impossible)
