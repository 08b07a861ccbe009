"""Does what came and went add up to what is there?"""

from datetime import timedelta

from phantasm.evidence import counting
from phantasm.storage.inspection import reader
from tests.conftest import Project


def test_adds_up_to_what_is_kept(project: Project) -> None:
    first = project.get("ingest", evidence=[{"text": "rain"}, {"text": "sun"}])["evidence_ids"]
    project.clock.advance(timedelta(days=1))
    project.get("ingest", evidence=[{"text": "snow"}])
    project.get("set_state", profile="cli", ids=[first[0]], action="tombstone")
    project.clock.advance(timedelta(days=1))
    project.get("set_state", profile="cli", ids=[first[1]], action="tombstone")
    with project.runtime.environment.database.read() as (connection, head):
        work = reader(connection, head)
        moved = counting.moved_by_day(work, "2026-01-01")
        assert [(row["day"], row["moved"]) for row in moved] == [
            ("2026-11-01", 2),
            ("2026-11-02", 0),
            ("2026-11-03", -1),
        ]
        assert counting.count(work) == sum(row["moved"] for row in moved) == 1
        assert [row["moved"] for row in counting.moved_by_day(work, "2026-11-03")] == [-1]
