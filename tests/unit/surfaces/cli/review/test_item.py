"""What waits is shown with its reasons, both sides and what lies behind it, in any window."""

from typing import Any

import pytest

from phantasm.surfaces.cli.review import tables
from phantasm.surfaces.cli.review.choices import keys
from phantasm.surfaces.cli.review.item import item
from tests.conftest import Project
from tests.unit.surfaces.cli.rendering import printed


def _conflict(project: Project) -> dict[str, Any]:
    held = {"record_kind": "fact", "subject_key": "api.port"}
    project.get("ingest", statement="The API listens on port 8400.", **held)
    project.get("ingest", statement="The API listens on port 9000.", on_conflict="conflict", **held)
    return project.get("review_queue")


def test_shows_both_sides_beside_or_below_each_other(project: Project) -> None:
    (review,) = _conflict(project)["items"]
    wide, narrow = printed(item(review, width=120), 120), printed(item(review, width=60), 60)
    assert any("[-8400-]" in line and "{+9000+}" in line for line in wide.splitlines())
    assert not any("[-8400-]" in line and "{+9000+}" in line for line in narrow.splitlines())
    assert narrow.index("[-8400-]") < narrow.index("{+9000+}")
    assert review["id"] in wide
    assert "why: " in wide


def test_shows_the_path_and_the_evidence_of_a_doubt(project: Project) -> None:
    base = project.hold("Staging has 40 connections.")
    link = {"type": "depends_on", "target": base}
    resting = project.hold("The test uses 40 workers.", links=[link], raw_evidence=[{"text": "workers = 40"}])
    project.get("revise", id=base, statement="Staging has 80 connections.")
    (review,) = project.get("review_queue")["items"]
    shown = printed(item(review, width=120, title="1 of 1"))
    assert "1 of 1  doubtful  priority" in shown
    assert "(superseded) → " in shown
    assert "evidence: ev_" in shown
    explained = project.get("explain", id=resting)
    assert "workers = 40" in printed(item(review, width=120, behind=explained))


def test_shows_what_was_put_off_and_what_was_decided(project: Project) -> None:
    (review,) = _conflict(project)["items"]
    wake = {"until": "2031-01-01"}
    project.get("review", profile="cli", action="defer", ids=[review["id"]], wake=wake)
    (deferred,) = project.get("review_queue")["items"]
    assert "put off: until 2031-01-01" in printed(item(deferred, width=120))
    project.get("review", profile="cli", action="resolve", ids=[review["id"]])
    (resolved,) = project.get("review_queue", states=["resolved"])["items"]
    assert "decided on " in printed(item(resolved, width=120))
    assert keys(resolved) == {}


def test_lists_what_waits_and_conflicts(project: Project) -> None:
    data = _conflict(project)
    shown = printed(tables.queue(data))
    assert "The API listens on port 9000." in shown
    assert shown.endswith("1 of 1: 1 conflict")
    sides = printed(tables.conflicts(data))
    assert any("port 8400" in line and "port 9000" in line for line in sides.splitlines())
    assert printed(tables.queue({"items": [], "counts": {}, "total": 0})) == "nothing waits for a decision"


def test_shows_what_a_decision_did(project: Project) -> None:
    (review,) = _conflict(project)["items"]
    data = project.get("review", profile="cli", action="resolve", ids=[review["id"]])
    assert f"resolved {review['id']}" in printed(tables.decided(data))


def test_shows_sensitive_ones_without_their_words(project: Project) -> None:
    project.get(
        "ingest", record_kind="fact", statement="A secret.", sensitivity="sensitive", review_required=True
    )
    (review,) = project.get("review_queue")["items"]
    shown = printed([*item(review, width=120), *tables.queue({"items": [review]})])
    assert "A secret." not in shown
    assert "(sensitive)" in shown


@pytest.mark.parametrize(
    ("kind", "role", "expected"),
    [
        ("suggestion", "proposed", "aredc"),
        ("procedure", "proposed", "aredc"),
        ("conflict", "proposed", "wrdc"),
        ("duplicate", "held", "mdc"),
        ("stale", "subject", "kredc"),
        ("doubtful", "subject", "kredc"),
        ("question", "held", "dc"),
    ],
)
def test_each_kind_has_its_keys(kind: str, role: str, expected: str) -> None:
    member = {"role": role, "record": {"id": "rec_1", "state": "suggested"}}
    review: dict[str, object] = {"id": "rev_1", "kind": kind, "state": "open", "records": [member]}
    assert "".join(keys(review)) == expected
    assert not {"d", "c"} & set(keys(review | {"id": None}))
