"""What was learned is found by age; whoever else touches it has decided, using it is no decision."""

from phantasm.state import learned
from phantasm.storage.inspection import reader
from phantasm.storage.work import Work
from tests.conftest import Project
from tests.sessions import hand_over, maintain, session, statements

SAID = "The export service listens on port 8123."


def _decided(project: Project, name: str) -> bool:
    with project.runtime.environment.database.read() as (connection, head):
        return bool(learned.decided(reader(connection, head), [name]))


def _older(work: Work, before: str) -> list[str]:
    return [record.content.statement for record in learned.older(work, "live", before) if record.content]


def test_finds_what_was_learned_by_age(project: Project) -> None:
    hand_over(project, session("s1", SAID, days_ago=9))
    project.hold("Nobody learned this from a session.")
    maintain(project)
    with project.runtime.environment.database.read() as (connection, head):
        work = reader(connection, head)
        assert _older(work, "2026-10-30T00:00:00.000000Z") == [SAID]
        assert _older(work, "2026-10-01T00:00:00.000000Z") == []


def test_tells_a_decision_from_a_use(project: Project) -> None:
    hand_over(project, session("s1", SAID, days_ago=9))
    maintain(project)
    name = statements(project)[SAID]
    project.get("report_outcome", outcome="success", used=[name])
    assert not _decided(project, name)
    project.get("verify", profile="cli", ids=[name], outcome="holds")
    assert _decided(project, name)
