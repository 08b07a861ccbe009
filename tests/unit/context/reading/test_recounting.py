"""Episodes in a context: those that still tell something, and at most so many."""

from typing import Any

from phantasm.context.model import Candidate
from phantasm.context.reading.gathering import recounted
from tests.conftest import Project
from tests.unit.context.reading.wishes import reading

TODAY = "2026-11-01"
OLD = "2026-05-01T00:00:00.000000Z"


def _candidate(name: str, rank: int, at: str = OLD, **more: Any) -> Candidate:
    fields: dict[str, Any] = {
        "tier": "episode",
        "kind": "episode",
        "text": "What happened.",
        "origin": "session",
    }
    return Candidate(f"ep_{rank}", "", at=at, rank=rank, group=name, **(fields | more))


def _sessions(project: Project, count: int) -> list[str]:
    names = [f"s{number}" for number in range(count)]
    turns = [{"id": "1", "role": "user", "text": "Look at the queue.", "at": OLD}]
    told = [{"session_id": name, "turns": turns, "ended_at": OLD} for name in names]
    project.get("session_append", sessions=told)
    return names


def test_leaves_everything_else_alone(project: Project) -> None:
    others = [_candidate("", 0, tier="evidence"), _candidate("", 1, tier="record")]
    with reading(project) as work:
        assert recounted(work, others, today=TODAY, limit=0) == (others, [])
        assert recounted(work, [], today=TODAY, limit=5) == ([], [])


def test_tells_the_best_answers_even_where_they_have_faded(project: Project) -> None:
    names = _sessions(project, 5)
    asked = [_candidate(name, rank) for rank, name in enumerate(names)]
    with reading(project) as work:
        kept, left = recounted(work, asked, today=TODAY, limit=10)
    assert [one.group for one in kept] == names[:3]
    assert [(one.candidate.group, one.reason) for one in left] == [("s3", "stale"), ("s4", "stale")]


def test_tells_what_is_fresh_up_to_the_limit(project: Project) -> None:
    names = _sessions(project, 6)
    asked = [_candidate(name, rank, "2026-10-31T00:00:00.000000Z") for rank, name in enumerate(names)]
    with reading(project) as work:
        kept, left = recounted(work, asked, today=TODAY, limit=4)
    assert [one.group for one in kept] == names[:4]
    assert [(one.candidate.group, one.reason) for one in left] == [("s4", "limit"), ("s5", "limit")]


def test_keeps_the_order(project: Project) -> None:
    (name,) = _sessions(project, 1)
    mixed = [_candidate("", 0, tier="record"), _candidate(name, 1), _candidate("", 2, tier="evidence")]
    with reading(project) as work:
        assert recounted(work, mixed, today=TODAY, limit=5)[0] == mixed


def test_takes_a_session_that_is_gone_for_unimportant(project: Project) -> None:
    with reading(project) as work:
        kept, left = recounted(work, [_candidate("nobody", 9)], today=TODAY, limit=5)
    assert (kept, [one.reason for one in left]) == ([], ["stale"])


def test_does_not_count_the_days_after_the_day_asked_about(project: Project) -> None:
    (name,) = _sessions(project, 1)
    with reading(project) as work:
        kept, _ = recounted(work, [_candidate(name, 9)], today="2026-05-02", limit=5)
    assert [one.group for one in kept] == [name]
