"""Records become candidates with their standing; disputes have sides."""

from typing import Any

from phantasm.context.reading.candidates import of_record, opposed
from phantasm.state.model import Quality
from tests.conftest import Project
from tests.unit.context.reading.wishes import reading
from tests.unit.state.records import LIVE


def test_takes_over_what_a_record_is() -> None:
    quality = Quality(confidence=0.3, verified_at="2026-02-01", expires_at="2027-01-01")
    known = LIVE._replace(quality=quality, valid_to="2026-12-01", ended_at="2026-11-01", state="archived")
    candidate = of_record(known, "because", 7, ("doubtful",))
    assert (candidate.id, candidate.handle, candidate.kind, candidate.text) == (
        "rec_1",
        "00000001",
        "fact",
        "x",
    )
    assert (candidate.rank, candidate.reason, candidate.lineage) == (7, "because", "rec_1")
    standing = candidate.standing
    assert (standing.state, standing.confidence, standing.marks) == ("archived", 0.3, ("doubtful",))
    assert standing.valid_to == "2026-11-01", "whichever end came first"
    assert (standing.verified_at, standing.expires_at) == ("2026-02-01", "2027-01-01")


def test_finds_both_sides_of_open_conflicts(project: Project) -> None:
    fields = {"subject_key": "port", "on_conflict": "conflict"}
    one = project.hold("The port is 8400.", **fields)
    other = project.hold("The port is 8500.", **fields)
    alone = project.hold("It rains.")
    with reading(project) as work:
        assert opposed(work, [one, alone]) == {one: [other], other: [one]}
        assert opposed(work, [alone]) == {}
        assert opposed(work, []) == {}
    review = project.get("review_queue", profile="cli")["items"][0]["id"]
    picked: dict[str, Any] = {"winner": one, "losers": [other], "loser_state": "archived", "ids": [review]}
    assert project.confirm("review", picked, action="pick", **picked).error is None
    with reading(project) as work:
        assert opposed(work, [one]) == {}
