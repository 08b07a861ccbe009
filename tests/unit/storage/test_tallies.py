"""Are the journal's numbers those of its entries?"""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from phantasm.storage import tallies
from phantasm.storage.inspection import reader
from phantasm.storage.work import Work
from tests.conftest import Project


@pytest.fixture
def work(project: Project) -> Iterator[Work]:
    first, second = project.hold("a"), project.hold("b", profile="codex")
    project.get("verify", ids=[first])
    project.clock.advance(timedelta(days=2))
    project.get("set_state", profile="cli", ids=[first], action="freeze")
    project.get("set_state", profile="cli", ids=[second], action="archive")
    project.clock.advance(timedelta(days=2))
    project.get("set_state", profile="cli", ids=[second], action="restore")
    with project.runtime.environment.database.read() as (connection, head):
        yield reader(connection, head)


def test_counts_writes_by_day(work: Work) -> None:
    found = [
        (row["day"], row["operation"], row["writes"]) for row in tallies.count_by_day(work, "2026-11-03")
    ]
    assert found == [("2026-11-03", "set_state", 2), ("2026-11-05", "set_state", 1)]


def test_follows_what_became_live_and_what_did_not_stay_so(work: Work) -> None:
    moved = tallies.moved_by_day(work, "record", "live")
    # What was verified or frozen is as live as before.
    assert [(row["day"], row["moved"]) for row in moved] == [
        ("2026-11-01", 2),
        ("2026-11-03", -1),
        ("2026-11-05", 1),
    ]
    assert [row["moved"] for row in tallies.moved_by_day(work, "record", "live", after=3)] == [-1, 1]
