"""Turns as they are handed over: their slots, their limits, and nothing that breaks the store."""

from typing import Any

import pytest
from pydantic import ValidationError

from phantasm.session.inputs import MAX_TURN_CHARACTERS, MAX_TURNS, SessionInput, TurnInput
from tests.conftest import Project


def _turn(**fields: Any) -> TurnInput:
    return TurnInput.model_validate({"id": "1", "role": "user"} | fields)


@pytest.mark.parametrize(
    ("fields", "slot"),
    [
        ({}, "observation"),
        ({"role": "assistant"}, "reasoning"),
        ({"role": "tool"}, "outcome"),
        ({"role": "assistant", "tool": "Edit"}, "action"),
        ({"role": "assistant", "command": "make"}, "action"),
        ({"role": "tool", "tool": "Bash"}, "outcome"),
        ({"role": "assistant", "tool": "Edit", "slot": "reasoning"}, "reasoning"),
    ],
)
def test_says_by_its_role_what_it_is_to_the_work(fields: dict[str, Any], slot: str) -> None:
    assert _turn(**fields).to_turn("s1", 0, "").slot == slot


def test_stands_where_it_says_or_where_it_came() -> None:
    assert _turn().to_turn("s1", 7, "").place == 7
    assert _turn(place=0).to_turn("s1", 7, "").place == 0


def test_spent_nothing_is_nothing_known() -> None:
    assert _turn().to_turn("s1", 0, "").spent is None
    assert _turn(cost=0.0).to_turn("s1", 0, "").spent is not None
    spent = _turn(input_tokens=3, cost=0.5).to_turn("s1", 0, "").spent
    assert spent is not None
    assert (spent.input_tokens, spent.cost) == (3, 0.5)


@pytest.mark.parametrize(
    "fields",
    [
        {"text": "x" * (MAX_TURN_CHARACTERS + 1)},
        {"command": "x" * 20_001},
        {"files": ["a"] * 201},
        {"id": ""},
        {"id": "x" * 513},
        {"id": "a\x00b"},
        {"role": "system"},
        {"slot": "thought"},
        {"place": -1},
        {"exit_code": 2**32},
        {"exit_code": True},
        {"cost": float("nan")},
        {"cost": -1},
        {"input_tokens": -1},
        {"input_tokens": 10**13},
        {"at": "yesterday"},
        {"at": "0001-01-01T00:00:00+14:00"},
        {"unknown": 1},
    ],
)
def test_refuses_what_is_no_turn(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        _turn(**fields)


def test_refuses_more_turns_than_one_write_takes() -> None:
    turn = {"id": "1", "role": "user"}
    SessionInput.model_validate({"session_id": "s1", "turns": [turn] * MAX_TURNS})
    with pytest.raises(ValidationError):
        SessionInput.model_validate({"session_id": "s1", "turns": [turn] * (MAX_TURNS + 1)})


@pytest.mark.parametrize("place", [2**63, 10**30])
def test_a_place_that_no_store_has_is_refused_and_no_defect(project: Project, place: int) -> None:
    turn = {"id": "1", "role": "user", "text": "Hello.", "place": place}
    assert project.fail("session_append", session_id="s1", turns=[turn]) == "invalid_params"


def test_a_turn_finds_a_place_behind_any_other(project: Project) -> None:
    for place in (2**63 - 1, None):
        turn = {"id": str(place), "role": "user", "text": "Hello."} | ({"place": place} if place else {})
        response = project.ask("session_append", session_id="s1", turns=[turn])
        assert response.error is None or response.error.code == "invalid_params"


@pytest.mark.parametrize("text", ["a\ud800b", "\udfff"])
def test_an_unpaired_surrogate_is_refused_and_no_defect(project: Project, text: str) -> None:
    turn = {"id": "1", "role": "user", "text": text}
    assert project.fail("session_append", session_id="s1", turns=[turn]) == "invalid_request"


def test_limits_are_told_with_the_field(project: Project) -> None:
    turn = {"id": "1", "role": "user", "text": "x" * (MAX_TURN_CHARACTERS + 1)}
    error = project.ask("session_append", session_id="s1", turns=[turn]).error
    assert error is not None
    assert error.code == "invalid_params"
    assert "params.turns[0].text" in error.message
