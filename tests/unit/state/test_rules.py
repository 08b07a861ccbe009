"""What becomes of a claim that meets what is held?"""

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phantasm.state.claims.reader import read
from phantasm.state.model import Origin
from phantasm.state.reasons import MEANINGS
from phantasm.state.rules import (
    Claim,
    Contradicts,
    Duplicate,
    NeedsReview,
    New,
    Policy,
    Refines,
    SubjectTaken,
    Supersedes,
    judge,
    needs_person,
)

EARLIER, LATER = "2026-01-01T00:00:00.000000Z", "2026-02-01T00:00:00.000000Z"
ANYONE = Policy()


def held(statement: str, **changes: Any) -> Claim:
    claim = Claim(
        id="r1",
        kind="fact",
        subject_key=None,
        scope="project",
        scope_ref="",
        origin="agent",
        confidence=0.8,
        valid_from=EARLIER,
        valid_to=None,
        digest=statement,
        reading=read(statement),
    )
    return replace(claim, **changes)


def new(statement: str, **changes: Any) -> Claim:
    return held(statement, **{"id": None, "valid_from": LATER, **changes})


OLD, NEWER = "The API listens on port 8080.", "The API listens on port 9090."


def test_nothing_held_makes_it_new() -> None:
    assert isinstance(judge(new(OLD), [], ANYONE), New)


def test_the_same_words_are_a_duplicate() -> None:
    claim = held(OLD)
    assert judge(claim, [claim], ANYONE) == Duplicate("r1", judge(new(OLD), [claim], ANYONE).reasons)


def test_the_same_in_other_words_is_a_duplicate_of_the_same_kind_only() -> None:
    other = new("API port: 8080")
    assert isinstance(judge(other, [held("The port of the API is 8080.")], ANYONE), Duplicate)
    assert isinstance(judge(other, [held("The port of the API is 8080.", kind="decision")], ANYONE), New)


def test_another_payload_is_no_duplicate() -> None:
    verdict = judge(new("API port: 8080", payload={"a": 1}), [held("The port of the API is 8080.")], ANYONE)
    assert verdict == Refines("r1", verdict.reasons)


def test_another_value_supersedes_with_its_reason() -> None:
    verdict = judge(new(NEWER), [held(OLD)], ANYONE)
    assert isinstance(verdict, Supersedes)
    assert verdict.of == ("r1",)
    assert verdict.reasons == ("single_value",)


def test_a_fact_meets_a_decision_about_the_same() -> None:
    assert isinstance(judge(new(NEWER), [held(OLD, kind="decision")], ANYONE), Supersedes)


def test_an_intention_does_not_meet_a_fact() -> None:
    assert isinstance(judge(new(NEWER, kind="task"), [held(OLD)], ANYONE), New)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"origin": "web"}, "less_trusted"),
        ({"confidence": 0.3}, "less_confident"),
        ({"valid_from": "2025-01-01T00:00:00.000000Z"}, "older"),
    ],
)
def test_a_weaker_newcomer_contradicts(changes: dict[str, Any], code: str) -> None:
    verdict = judge(new(NEWER, **changes), [held(OLD)], ANYONE)
    assert isinstance(verdict, Contradicts)
    assert code in verdict.reasons


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [("user", "agent"), ("agent", "import"), ("import", "tool_output"), ("repository_file", "web")],
)
def test_origins_are_ranked(stronger: Origin, weaker: Origin) -> None:
    assert isinstance(judge(new(NEWER, origin=stronger), [held(OLD, origin=weaker)], ANYONE), Supersedes)
    assert isinstance(judge(new(NEWER, origin=weaker), [held(OLD, origin=stronger)], ANYONE), Contradicts)


def test_a_profile_that_may_not_replace_contradicts() -> None:
    assert isinstance(judge(new(NEWER), [held(OLD)], Policy(may_supersede=False)), Contradicts)


def test_what_is_frozen_waits_for_a_person() -> None:
    frozen = held(OLD, frozen=True)
    assert isinstance(judge(new(NEWER), [frozen], ANYONE), NeedsReview)
    assert isinstance(judge(new(NEWER), [frozen], Policy(is_person=True)), Supersedes)


@pytest.mark.parametrize(
    "changes",
    [
        {"scope": "branch", "scope_ref": "main"},
        {"valid_to": EARLIER, "valid_from": "2025-12-01T00:00:00.000000Z"},
        {"subject_key": "other.key"},
    ],
)
def test_another_scope_time_or_key_is_new(changes: dict[str, Any]) -> None:
    assert isinstance(judge(new(NEWER, subject_key="api.port"), [held(OLD, **changes)], ANYONE), New)


def test_validity_is_half_open() -> None:
    assert isinstance(judge(new(NEWER), [held(OLD, valid_to=LATER)], ANYONE), New)


@pytest.mark.parametrize(
    ("policy", "verdict"),
    [
        (ANYONE, SubjectTaken),
        (Policy(on_conflict="supersede"), Supersedes),
        (Policy(on_conflict="conflict"), Contradicts),
        (Policy(on_conflict="supersede", may_supersede=False), Contradicts),
    ],
)
def test_under_one_key_the_writer_chooses(policy: Policy, verdict: type) -> None:
    taken = held("Anything at all.", subject_key="k")
    assert isinstance(judge(new("Something else.", subject_key="k"), [taken], policy), verdict)


def test_under_one_key_frozen_and_trusted_ones_are_protected() -> None:
    policy = Policy(on_conflict="supersede")
    claim = new("Something else.", subject_key="k")
    assert isinstance(judge(claim, [held("Old.", subject_key="k", frozen=True)], policy), NeedsReview)
    assert isinstance(judge(claim, [held("Old.", subject_key="k", origin="user")], policy), Contradicts)


def test_the_same_under_one_key_is_a_duplicate() -> None:
    one, other = held("API port: 80", subject_key="k"), new("The port of the API is 80.", subject_key="k")
    assert isinstance(judge(other, [one], ANYONE), Duplicate)


def test_suggestions_count_only_for_those_who_suggest() -> None:
    waiting = held(OLD, state="suggested")
    assert isinstance(judge(new(OLD), [waiting], ANYONE), New)
    assert isinstance(judge(new(OLD), [waiting], Policy(suggest_only=True)), Duplicate)
    assert isinstance(judge(new(NEWER), [waiting], Policy(suggest_only=True)), New)


def test_doubt_about_one_keeps_all() -> None:
    existing = [held(OLD), held("The port of the API is 7070.", id="r2", origin="user")]
    verdict = judge(new(NEWER), existing, ANYONE)
    assert isinstance(verdict, Contradicts)
    assert verdict.of == ("r1", "r2")


STATEMENTS = [
    OLD,
    NEWER,
    "API port: 7070",
    "The API does not listen on port 8080.",
    "We use npm.",
    "We switched from npm to pnpm.",
    "The API listens on port 8080 behind nginx.",
]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(STATEMENTS), st.lists(st.sampled_from(STATEMENTS), max_size=4))
def test_the_order_of_what_is_held_makes_no_difference(statement: str, others: list[str]) -> None:
    existing = [held(other, id=f"r{index}") for index, other in enumerate(others)]
    verdicts = {repr(judge(new(statement), order, ANYONE)) for order in permutations(existing)}
    assert len(verdicts) == 1


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=120))
def test_whatever_is_held_is_a_duplicate_of_itself(statement: str) -> None:
    claim = held(statement)
    verdict = judge(claim, [claim], ANYONE)
    assert isinstance(verdict, Duplicate)
    assert set(verdict.reasons) <= MEANINGS.keys()


@pytest.mark.parametrize("origin", ["tool_output", "repository_file", "web", "import"])
def test_instructions_of_untrusted_origins_need_a_person(origin: Origin) -> None:
    assert needs_person("constraint", origin)
    assert not needs_person("fact", origin)
    assert not needs_person("constraint", "user")
