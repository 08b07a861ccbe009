"""Records are found by id and by handle, also as compiled context cites them, in every operation."""

from typing import Any

import pytest

from phantasm.state import store
from phantasm.storage.inspection import reader
from tests.conftest import Project


def _handle(project: Project, record_id: str) -> str:
    return str(project.get("inspect", ids=[record_id])["records"][0]["handle"])


def test_finds_records_under_the_names_that_were_asked_for(project: Project) -> None:
    record_id = project.hold("It rains.")
    handle = _handle(project, record_id)
    names = [record_id, handle, f"m:{handle}", f"[m:{handle}]", f"[{handle}]", f"[{record_id}]"]
    with project.runtime.environment.database.read() as (connection, head):
        found = store.find(reader(connection, head), [*names, f"e:{handle}", "m:", "[]", "unknown1"])
    assert list(found) == names
    assert {record.id for record in found.values()} == {record_id}


@pytest.mark.parametrize(
    ("operation", "params"),
    [
        ("history", {"id": "{}"}),
        ("explain", {"id": "{}"}),
        ("relationships", {"root_id": "{}"}),
        ("review_queue", {"record_id": "{}"}),
        ("revise", {"id": "{}", "statement": "It pours."}),
        ("verify", {"ids": ["{}"]}),
        ("link", {"id": "{}", "links": [{"type": "about", "target": "file:weather.py"}]}),
        ("set_state", {"ids": ["{}"], "action": "archive"}),
        ("review", {"action": "confirm", "ids": ["{}"]}),
    ],
)
def test_every_operation_takes_a_citation(project: Project, operation: str, params: dict[str, Any]) -> None:
    handle = _handle(project, project.hold("It rains."))

    def cite(value: Any) -> Any:
        if isinstance(value, list):
            return [cite(one) for one in value]
        return value.format(f"[m:{handle}]") if isinstance(value, str) else value

    project.get(operation, profile="cli", **{name: cite(value) for name, value in params.items()})


def test_links_to_what_is_cited(project: Project) -> None:
    base, record_id = project.hold("The store is SQLite."), project.hold("Back up nightly.")
    target = f"[m:{_handle(project, base)}]"
    made = project.get("link", id=record_id, links=[{"type": "depends_on", "target": target}])["added"][0]
    assert made["target"] == base
    ended = project.get("link", id=record_id, remove=[{"type": "depends_on", "target": target}])["removed"]
    assert [one["link_id"] for one in ended] == [made["link_id"]]


def test_finds_what_is_about_some_subjects(project: Project) -> None:
    keys = ("net.port", "net.port.public", "net.ports", "net", "net/x", "nets", "disk")
    ids = {key: project.hold(f"About {key} something is known.", subject_key=key) for key in keys}
    gone = project.hold("About net.old something was known.", subject_key="net.old")
    project.get("set_state", ids=[gone], action="archive")
    decision = project.hold("About disk it was decided.", subject_key="disk", record_kind="decision")
    with project.runtime.environment.database.read() as (connection, head):
        work = reader(connection, head)

        def about(*subjects: str) -> set[str]:
            found = store.about(work, subjects)
            assert len({record.id for record in found}) == len(found), "each once"
            assert all(record.content for record in found)
            return {record.id for record in found}

        assert about() == set()
        assert about("net.port") == {ids["net.port"]}
        assert about("net.port", "net.*") == {ids["net.port"], ids["net.port.public"], ids["net.ports"]}
        assert about("net.port.*") == {ids["net.port.public"]}
        assert about("disk", "nowhere") == {ids["disk"], decision}
        assert about("*", ".*", "") == set()


def test_the_newest_about_a_subject_come_first(project: Project) -> None:
    record = project.hold("The port is 8400.", subject_key="net.port")
    project.hold("The wire is red.", subject_key="net.wire")
    newest = project.get("revise", id=record, statement="The port is 8500.")
    with project.runtime.environment.database.read() as (connection, head):
        found = store.about(reader(connection, head), ["net.*"])
    assert [one.content.statement for one in found if one.content] == [
        "The port is 8500.",
        "The wire is red.",
    ]
    assert newest
