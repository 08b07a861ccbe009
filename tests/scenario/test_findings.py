"""What the campaigns found stays fixed: one small test per defect (docs/reliability.md)."""

from pathlib import Path

import pytest

from phantasm.contracts.errors import Code
from phantasm.operations import snapshot_export
from phantasm.storage.driver import OperationalError
from phantasm.storage.failures import translate
from tests.conftest import Project


def _state(project: Project, record_id: str) -> object:
    record = project.get("inspect", ids=[record_id])["records"]
    return record[0]["state"] if isinstance(record, list) else None


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("disk I/O error", Code.STORAGE_FAILED),
        ("database or disk is full", Code.STORAGE_FULL),
        ("database is locked", Code.STORE_BUSY),
        ("file is not a database", Code.STORE_CORRUPT),
    ],
)
def test_types_backup_errors_that_carry_no_code(text: str, code: Code) -> None:
    problem = translate(OperationalError(text))
    assert problem is not None
    assert problem.code is code


@pytest.mark.parametrize("operation", [["ingest"], {"name": "ingest"}, None, 7])
def test_refuses_an_operation_that_is_no_text(project: Project, operation: object) -> None:
    response = project.runtime.handle(project.request("ingest") | {"operation": operation})
    assert response.error is not None
    assert response.error.code == "invalid_request"


@pytest.mark.parametrize("operation", ["backup_verify", "backup_restore"])
def test_finds_no_backup_under_a_name_that_no_file_can_have(project: Project, operation: str) -> None:
    name = "x" * 500
    assert _code(project, operation, name) == "not_found"


def _code(project: Project, operation: str, name: str) -> str | None:
    response = project.confirm(operation, {"backup_id": name}, backup_id=name)
    return response.error.code if response.error else None


def test_registers_a_backup_that_a_failed_attempt_left(project: Project) -> None:
    left = Path(str(project.get("backup_create")["path"]))
    with project.runtime.environment.database.write("test") as (connection, _):
        connection.execute("DELETE FROM backups")
    project.get("backup_create")
    with project.runtime.environment.database.read() as (connection, _):
        assert left.name in {row[0] for row in connection.execute("SELECT id FROM backups")}


def test_exports_again_over_what_a_failed_attempt_left(project: Project) -> None:
    project.hold("a fact")
    params = snapshot_export.Params(export_name="before")
    left = snapshot_export.prepare(params, project.runtime.environment)
    assert left.packed is not None
    left.packed.rename(left.place)
    left.discard()
    project.get("snapshot_export", export_name="before")
    # By now the store has moved on, and what the bundle holds is nowhere else.
    assert project.fail("snapshot_export", export_name="before") == "invalid_params"


def test_erases_while_somebody_reads_an_older_state(project: Project) -> None:
    record_id = project.hold("to be erased")
    other = project.open()
    with other.environment.database.read():
        project.hold("written meanwhile")
        response = project.ask("set_state", ids=[record_id], action="tombstone")
    other.close()
    assert response.error is None
    assert "cleanup_pending" in {warning.code for warning in response.warnings}
    assert _state(project, record_id) == "tombstoned"
