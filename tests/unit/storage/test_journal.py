"""The chain holds, breaks when anything in it is touched, and survives erasure."""

from contextlib import closing

import pytest

from phantasm.contracts.model import JsonObject
from phantasm.storage.driver import driver
from tests.conftest import Project


def verified(project: Project) -> JsonObject:
    chain = project.get("audit", verify_chain=True, limit=1)["chain"]
    assert isinstance(chain, dict)
    return chain


def tamper(project: Project, statement: str) -> None:
    """Change the file behind Phantasm's back, foreign keys off."""
    with closing(driver.connect(project.paths.store, isolation_level=None)) as connection:
        connection.execute(statement)


def write_some(project: Project) -> str:
    record = project.hold("The port is 8400", subject_key="port")
    project.get("revise", id=record, statement="The port is 8500", reason="moved")
    project.hold("Another fact")
    return record


def test_holds_from_the_first_entry_to_the_head(project: Project) -> None:
    write_some(project)
    assert verified(project) | {"head": ""} == {
        "valid": True,
        "entries": 3,
        "erased_contents": 0,
        "head": "",
        "problems": [],
    }


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE operations SET profile = 'cli' WHERE seq = 2",
        "UPDATE operations SET occurred_at = '2020-01-01T00:00:00.000000Z' WHERE seq = 1",
        "DELETE FROM operations WHERE seq = 2",
        "DELETE FROM operations WHERE seq = 3",
        "DELETE FROM changes WHERE seq = 2 AND ordinal = 0",
        "UPDATE changes SET after_state = 'archived' WHERE seq = 2",
        "UPDATE payloads SET body = replace(body, '8400', '9999')",
        "UPDATE payloads SET digest = 'x'",
        "UPDATE head SET digest = 'x'",
        "UPDATE operations SET previous = 'x' WHERE seq = 3",
    ],
)
def test_breaks_when_somebody_changes_it(project: Project, statement: str) -> None:
    write_some(project)
    tamper(project, statement)
    assert verified(project)["valid"] is False


def test_holds_after_content_was_erased(project: Project) -> None:
    record = write_some(project)
    project.get("set_state", ids=[record], action="tombstone", reason="asked to forget")
    chain = verified(project)
    assert chain["valid"] is True
    assert chain["erased_contents"] == 1


def test_records_who_did_it(project: Project) -> None:
    request = project.request("ingest", record_kind="fact", statement="x")
    request["client"] = {"profile": "codex", "name": "codex-cli", "session_id": "s1"}
    project.runtime.handle(request)
    (entry,) = project.get("audit")["entries"]
    assert (entry["profile"], entry["actor"], entry["session_id"]) == ("codex", "codex-cli", "s1")
    assert entry["request_id"] == request["request_id"]
    assert entry["verdict"] == "allow"
