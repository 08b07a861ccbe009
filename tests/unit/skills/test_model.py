"""A record becomes a procedure of a skill only where somebody checked it, whatever its payload looks like."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.skills.model import procedure_of, refusal_of
from phantasm.state.model import Content, Quality, Record

LEARNED: dict[str, object] = {
    "title": "release a version",
    "trigger": {"words": ["release"], "files": ["CHANGELOG.md"], "failing": "make release", "error": []},
    "preconditions": ["The tree is clean."],
    "steps": [
        {"action": "make test", "tool": "make", "expected": "exit code 0", "optional": False, "note": ""},
        {"action": "git tag {version}", "tool": "git", "optional": True, "note": "annotated"},
    ],
    "parameters": [{"name": "version", "examples": ["v1", "v2"], "in_goal": True}],
    "sessions": ["a", "b", "c"],
    "evidence": {"successes": 5, "failures": 1},
}
RECORD = Record(
    id="rec_2",
    handle="k3v9qd2a",
    kind="procedure",
    subject_key="procedure.release_a_version",
    state="live",
    frozen=False,
    scope="project",
    scope_ref="",
    sensitivity="normal",
    origin="agent",
    quality=Quality(verified_at="2026-11-01T00:00:00.000000Z"),
    valid_from="2026-11-01T00:00:00.000000Z",
    valid_to=None,
    recorded_at="2026-11-01T00:00:00.000000Z",
    closed_at=None,
    seq=1,
    ordinal=0,
    lineage="rec_1",
    supersedes=None,
    payload_id=1,
    content_digest=None,
    content=Content("To release a version: make test.", LEARNED),
)


def test_reads_what_learning_writes() -> None:
    found = procedure_of(RECORD)
    assert (found.lineage, found.handle, found.title) == ("rec_1", "k3v9qd2a", "release a version")
    assert found.trigger == ("the task speaks of release; or it touches CHANGELOG.md; or make release fails")
    assert [(step.action, step.expected, step.optional, step.note) for step in found.steps] == [
        ("make test", "exit code 0", False, ""),
        ("git tag {version}", "", True, "annotated"),
    ]
    assert found.parameters[0].examples == ("v1", "v2")
    assert (found.successes, found.failures) == (5, 1)


def test_reads_what_a_person_writes() -> None:
    content = Content(
        "To release: tag it.", {"steps": ["bump the version", "tag it"], "parameters": ["version"]}
    )
    found = procedure_of(RECORD._replace(content=content))
    assert found.title == "release a version"
    assert [(step.action, step.is_command) for step in found.steps] == [
        ("bump the version", False),
        ("tag it", False),
    ]
    assert (found.trigger, found.successes, found.parameters[0].name) == ("", 0, "version")
    assert procedure_of(RECORD._replace(content=content, subject_key=None)).title == "To release"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({}, None),
        ({"quality": Quality()}, "not_verified"),
        ({"quality": Quality(), "origin": "user"}, None),
        ({"quality": Quality(), "origin": "web"}, "untrusted"),
        ({"kind": "fact"}, "not_a_procedure"),
        ({"state": "archived"}, "not_live"),
        ({"state": "suggested"}, "not_live"),
        ({"content": None}, "not_live"),
        ({"sensitivity": "sensitive"}, "sensitive"),
        ({"content": Content("To do it.", {"steps": []})}, "no_steps"),
        ({"content": Content("To do it.")}, "no_steps"),
    ],
)
def test_only_what_was_checked_and_holds_is_a_skill(change: dict[str, Any], reason: str | None) -> None:
    assert refusal_of(RECORD._replace(**change)) == reason


@pytest.mark.parametrize("overlay", ["in_conflict", "doubtful", "stale"])
def test_what_is_in_doubt_waits(overlay: str) -> None:
    assert refusal_of(RECORD, [overlay]) == "in_doubt"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(sorted(LEARNED)), JSON))
def test_any_payload_can_be_read(payload: dict[str, object]) -> None:
    record = RECORD._replace(content=Content("To do it.", payload))
    refusal_of(record)
    procedure_of(record)
