"""What would have answered and is no longer held is found by its words; what has a successor is not."""

from phantasm.retrieval.filters import Filter
from phantasm.retrieval.hits import Wanted
from phantasm.retrieval.past import withdrawn
from phantasm.state.timeline import NOW
from phantasm.storage.inspection import reader
from tests.conftest import Project

QUESTION = "Which database does the billing service use for ledgers?"


def gone(
    project: Project, question: str = QUESTION, most: int = 5, chosen: Filter | None = None
) -> list[str]:
    wanted = Wanted(question=question, chosen=chosen or Filter(), at=NOW, most=10)
    with project.runtime.environment.database.read() as (connection, head):
        return [record.id for record in withdrawn(reader(connection, head), wanted, most)]


def archived(project: Project, statement: str, **fields: str) -> str:
    record = project.hold(statement, **fields)
    project.get("set_state", ids=[record], action="archive")
    return record


def test_finds_what_was_withdrawn(project: Project) -> None:
    record = archived(project, "The billing service uses the MongoDB database for ledgers.")
    assert gone(project) == [record]


def test_has_to_be_what_was_asked_for(project: Project) -> None:
    archived(project, "The shipping service uses Kafka.")
    assert gone(project) == []
    assert gone(project, "zebra") == []
    assert gone(project, "?!") == []


def test_what_is_held_is_not_withdrawn(project: Project) -> None:
    project.hold("The billing service uses the MongoDB database for ledgers.")
    assert gone(project) == []


def test_what_has_a_successor_is_not_withdrawn(project: Project) -> None:
    record = project.hold("The billing service uses the MongoDB database for ledgers.", subject_key="ledgers")
    project.get("revise", id=record, statement="The billing service uses the Oracle database for ledgers.")
    assert gone(project) == []


def test_a_line_that_ended_is_withdrawn(project: Project) -> None:
    record = project.hold("The billing service uses the MongoDB database for ledgers.", subject_key="ledgers")
    data = project.get("revise", id=record, statement="The billing service uses a ledgers database, Oracle.")
    newest = str(data["record_id"] if "record_id" in data else data["record"]["id"])
    project.get("set_state", ids=[newest], action="archive")
    assert newest in gone(project)


def test_erased_is_gone(project: Project) -> None:
    record = archived(project, "The billing service uses the MongoDB database for ledgers.")
    project.get("set_state", ids=[record], action="tombstone")
    assert gone(project) == []


def test_shows_only_what_may_be_seen(project: Project) -> None:
    archived(project, "The billing service uses the MongoDB database for ledgers.", sensitivity="sensitive")
    assert gone(project, chosen=Filter(sensitive=False)) == []
    assert len(gone(project)) == 1
    assert gone(project, chosen=Filter(kinds=["decision"])) == []


def test_names_no_more_than_wanted(project: Project) -> None:
    for name in ("MongoDB", "PostgreSQL", "Oracle"):
        archived(project, f"The billing service uses the {name} database for ledgers.")
    assert len(gone(project)) == 3
    assert len(gone(project, most=2)) == 2
