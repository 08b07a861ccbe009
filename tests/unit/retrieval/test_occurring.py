"""An event is dated by the unit that fits its words best, and by none where none fits."""

from datetime import UTC, datetime

import pytest

from phantasm.retrieval.model import Unit
from phantasm.retrieval.search import with_events
from phantasm.retrieval.times.reading import Times, read_times
from phantasm.storage.inspection import reader
from tests.conftest import Project

NOW = datetime(2026, 11, 16, tzinfo=UTC)


def anything(unit: Unit) -> bool:
    return bool(unit.live)


def nothing(unit: Unit) -> bool:
    return not anything(unit)


def dated(project: Project, event: str, *, visible: bool = True) -> Times:
    with project.runtime.environment.database.read() as (connection, head):
        question = read_times(f"What did we use {event}?", NOW)
        assert question.events, event
        return with_events(reader(connection, head), question, anything if visible else nothing)


def days(project: Project, event: str) -> list[str]:
    return [one.at[:10] for one in dated(project, event).happened]


def told(project: Project, statement: str, day: str) -> str:
    return project.hold(statement, valid_from=f"{day}T00:00:00Z")


@pytest.fixture
def upgraded(project: Project) -> Project:
    """Return a project with a few events, and something else in between."""
    told(project, "The Kafka upgrade was finished by Dana.", "2026-03-01")
    told(project, "The Redis upgrade took a night.", "2026-05-01")
    told(project, "Upgrades of the production database need a window.", "2026-06-01")
    told(project, "The ledger was moved to Postgres 17 with two people watching.", "2026-07-01")
    told(project, "Lunch is at noon.", "2026-08-01")
    return project


@pytest.mark.parametrize(
    ("event", "day"),
    [
        ("before the Kafka upgrade", "2026-03-01"),
        ("before the Kafka upgrade in production", "2026-03-01"),
        ("before the painful Kafka upgrade", "2026-03-01"),
        ("after the Redis upgrade", "2026-05-01"),
        ("before we moved the ledger to Postgres", "2026-07-01"),
    ],
)
def test_takes_what_fits_best(upgraded: Project, event: str, day: str) -> None:
    assert days(upgraded, event) == [day]


@pytest.mark.parametrize(
    "event",
    [
        "before the Oracle upgrade",
        "before the Oracle upgrade in production",  # a name says which one is meant
        "before we moved the ledger to Postgres 16",
        "before the ledger upgrade",
        "before the merger",
        "before the painful merger with Initech",
        "during the Kafka upgrade",
    ],
)
def test_takes_nothing_that_does_not_fit(upgraded: Project, event: str) -> None:
    assert dated(upgraded, event) == read_times(f"What did we use {event}?", NOW)


def test_takes_nothing_where_nothing_is(project: Project) -> None:
    assert days(project, "before the Kafka upgrade") == []


def test_takes_nothing_that_the_caller_does_not_see(upgraded: Project) -> None:
    assert dated(upgraded, "before the Kafka upgrade", visible=False).spans == ()


def test_the_first_written_of_equals_counts(project: Project) -> None:
    first = told(project, "The Kafka upgrade of cluster one.", "2026-05-01")
    told(project, "The Kafka upgrade of cluster two.", "2026-03-01")
    told(project, "Lunch is at noon.", "2026-08-01")
    (found,) = dated(project, "before the Kafka upgrade").happened
    assert (found.at[:10], list(found.items)) == ("2026-05-01", [first])
    assert dated(project, "before the Kafka upgrade") == dated(project, "before the Kafka upgrade")


def test_what_was_before_an_event_is_not_the_event(project: Project) -> None:
    told(project, "Alerts went to the mail list before the Kafka upgrade.", "2026-01-01")
    told(project, "By the way, Dana and two others worked on the upgrade of Kafka all night.", "2026-03-01")
    assert days(project, "before the Kafka upgrade") == ["2026-03-01"]


def test_what_only_mentions_an_event_dates_it_vaguely(project: Project) -> None:
    told(project, "Alerts went to the mail list before the Kafka upgrade.", "2026-01-01")
    times = dated(project, "before the Kafka upgrade")
    assert times.happened == ()
    assert [(span.since, span.until, span.exact) for span in times.spans] == [
        (None, "2026-01-01T00:00:00.000000Z", False)
    ]


def test_a_record_that_holds_since_an_event_dates_it(project: Project) -> None:
    told(project, "Alerts go to the pager since the Kafka upgrade.", "2026-03-01")
    assert days(project, "before the Kafka upgrade") == ["2026-03-01"]


def test_what_was_told_after_an_event_does_not(project: Project) -> None:
    said = {"text": "Since the Kafka upgrade all is quiet.", "origin": "user"}
    project.get("ingest", evidence=[said])
    times = dated(project, "before the Kafka upgrade")
    assert len(times.spans) == 1
    assert times.happened == ()


def test_evidence_and_what_rests_on_it_tell_of_one_event(project: Project) -> None:
    record = project.hold("Kafka is new.", raw_evidence=[{"text": "the Kafka upgrade is done, phew"}])
    (found,) = dated(project, "before the Kafka upgrade").happened
    assert record in found.items
    assert len(found.items) == 1 + 1
