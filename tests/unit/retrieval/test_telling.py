"""Missing vectors and vectors that lag are said; where none were asked for, nothing is."""

from phantasm.contracts.errors import Remediation
from phantasm.retrieval.look import Sight
from phantasm.retrieval.telling import tell_of_vectors
from phantasm.storage.inspection import reader
from tests.conftest import Project


def told(project: Project, sight: Sight | None) -> tuple[list[str], list[str | None]]:
    with project.runtime.environment.database.read() as (connection, head):
        work = reader(connection, head)
        tell_of_vectors(work, sight)
    return [one.code for one in work.warnings], [step.command for step in work.remediation]


def test_says_nothing_where_nobody_looked(project: Project) -> None:
    assert told(project, None) == ([], [])


def test_says_that_only_words_were_compared(project: Project) -> None:
    project.hold("The queue is drained.")
    found = told(project, Sight(None, problem="none of 3 units has a vector yet"))
    assert found == (["lexical_only"], ["phantasm index build"])


def test_says_what_whoever_failed_says_helps(project: Project) -> None:
    project.hold("The queue is drained.")
    steps = (Remediation("Start it.", command="ollama serve"), Remediation("Or choose another."))
    found = told(project, Sight(None, problem="the server does not answer", steps=steps))
    assert found == (["lexical_only"], ["ollama serve", None])


def test_says_nothing_where_there_is_nothing_to_compare(project: Project) -> None:
    assert told(project, Sight(None, problem="none of 3 units has a vector yet")) == ([], [])
    response = project.ask("search", query="anything")
    assert (response.warnings, response.remediation) == ([], [])


def test_says_that_another_engine_answered(project: Project) -> None:
    project.hold("The queue is drained.")
    codes, _ = told(project, Sight(None, problem="no vectors", absence="connection refused"))
    assert codes == ["qdrant_unavailable", "lexical_only"]
