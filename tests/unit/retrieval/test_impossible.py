"""A filter that nothing can pass is refused, with what to change; one that something can pass is not."""

from typing import Any

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.retrieval.impossible import refuse_arms, refuse_impossible
from phantasm.retrieval.inputs import FilterFields

_EARLY, _LATE = "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"


@pytest.mark.parametrize(
    ("fields", "states", "field", "expected"),
    [
        ({"since": _LATE, "until": _EARLY}, ["live"], "until", "after `since`"),
        ({"since": _EARLY, "until": _EARLY}, ["live"], "until", "after `since`"),
        ({"about": "src/app.py"}, ["live"], "about", "file:… or symbol:…"),
        ({"about": "k3v9qd2a"}, ["live"], "about", "person:…"),
        ({"about": "file:"}, ["live"], "about", "file:…"),
        ({"scope": "project", "scope_ref": "next"}, ["live"], "scope_ref", "scope branch"),
        ({"tiers": ["evidence"], "kinds": ["fact"]}, ["live"], "kinds", "tiers with record"),
        ({"tiers": ["episode"], "about": "file:a.py"}, ["live"], "about", "tiers with record"),
        ({"tiers": ["evidence", "episode"], "min_confidence": 0.5}, ["live"], "min_confidence", "record"),
        ({"tiers": ["evidence"], "verified": True}, ["live"], "verified", "tiers with record"),
        ({"tiers": ["evidence"], "without": ["stale"]}, ["live"], "without", "tiers with record"),
        ({"tiers": ["evidence"], "scope": "branch"}, ["live"], "scope", "tiers with record"),
        ({"tiers": ["evidence"], "scope_ref": "next"}, ["live"], "scope_ref", "tiers with record"),
        ({"tiers": ["evidence"]}, ["superseded"], "states", "tiers with episode or record"),
        ({"tiers": ["record"], "session": "s1"}, ["live"], "session", "tiers with evidence"),
        ({"session": "s1", "kinds": ["fact"]}, ["live"], "kinds", "tiers with record"),
        ({"session": "s1"}, ["live", "superseded"], "states", "tiers with record"),
        ({"session": "s1", "scope": "branch"}, ["live"], "scope", "tiers with record"),
    ],
    ids=str,
)
def test_what_nothing_passes_is_refused(
    fields: dict[str, Any], states: list[str], field: str, expected: str
) -> None:
    with pytest.raises(PhantasmError) as refused:
        refuse_impossible(FilterFields(**fields), states)
    problem = refused.value
    assert (problem.code, problem.field) == (Code.INVALID_PARAMS, f"params.{field}")
    assert expected in (problem.expected or "")
    assert problem.example
    assert field in problem.message


@pytest.mark.parametrize(
    ("fields", "states"),
    [
        ({}, ["live"]),
        ({"since": _EARLY, "until": _LATE}, ["live"]),
        ({"about": "dependency:rails@8"}, ["live"]),
        ({"about": "command:make test"}, ["live"]),
        ({"scope": "project"}, ["live"]),
        ({"scope": "branch", "kinds": ["fact"], "min_confidence": 0.5}, ["archived"]),
        ({"scope_ref": "next", "tiers": ["record", "evidence"]}, ["live"]),
        ({"tiers": ["record", "evidence"], "kinds": ["fact"]}, ["superseded"]),
        ({"tiers": ["evidence"], "session": "s1"}, ["live", "superseded"]),
        ({"tiers": ["episode"]}, ["archived"]),
    ],
    ids=str,
)
def test_what_something_may_pass_is_not(fields: dict[str, Any], states: list[str]) -> None:
    refuse_impossible(FilterFields(**fields), states)


def test_letters_are_not_compared_by_vectors() -> None:
    for mode in ("fuzzy", "exact", "regex"):
        with pytest.raises(PhantasmError, match=mode) as refused:
            refuse_arms(mode, "dense")
        assert (refused.value.field, refused.value.example) == ("params.arms", "hybrid")
        refuse_arms(mode, "hybrid")
    refuse_arms("tokens", "dense")
