"""profile_graph: identity, people, preferences, boundaries and style, as the records and links say it."""

from typing import Any

from tests.conftest import Project


def _statements(data: dict[str, Any]) -> dict[str, list[str]]:
    return {
        section["name"]: [item["record"]["statement"] for item in section["items"]]
        for section in data["sections"]
    }


def test_groups_what_is_held(project: Project) -> None:
    for kind, statement in (
        ("identity", "Ledger is the billing service"),
        ("person", "Sarah reviews payments"),
        ("preference", "Small pull requests"),
        ("constraint", "Never floats"),
        ("convention", "Tests are named after verbs"),
        ("fact", "The port is 8400"),
    ):
        project.hold(statement, record_kind=kind)
    assert _statements(project.get("profile_graph")) == {
        "identity": ["Ledger is the billing service"],
        "people": ["Sarah reviews payments"],
        "preferences": ["Small pull requests"],
        "boundaries": ["Never floats"],
        "style": ["Tests are named after verbs"],
    }
    assert list(_statements(project.get("profile_graph", sections=["style", "people"]))) == [
        "people",
        "style",
    ]


def test_shows_what_an_item_is_linked_to(project: Project) -> None:
    reason = project.hold("Floats lost a cent", record_kind="decision")
    rule = project.hold("Never floats", record_kind="constraint")
    links = [{"type": "derived_from", "target": reason}, {"type": "about", "target": "file:money.py"}]
    project.get("link", id=rule, links=links)
    (section,) = project.get("profile_graph", sections=["boundaries"])["sections"]
    (item,) = section["items"]
    shown = [(link["type"], link.get("record_id"), link.get("reference")) for link in item["linked"]]
    assert shown == [("about", None, "file:money.py"), ("derived_from", reason, None)]


def test_shows_doubt_conflict_and_withdrawal_as_such(project: Project) -> None:
    reason = project.hold("Floats lost a cent", record_kind="decision")
    link = {"type": "derived_from", "target": reason}
    rule = project.hold("Never floats", record_kind="constraint", links=[link])
    held = project.hold("Tabs", record_kind="convention", subject_key="indent")
    fields = {"record_kind": "convention", "subject_key": "indent", "statement": "Spaces"}
    project.get("ingest", on_conflict="conflict", **fields)
    gone = project.hold("Deploy on Fridays", record_kind="preference")
    project.get("set_state", ids=[reason, gone], action="retract")
    data = project.get("profile_graph")
    assert data["doubtful"] == [rule]
    assert [held in conflict["record_ids"] for conflict in data["conflicts"]] == [True]
    assert [one["record_id"] for one in data["withdrawn"]] == [gone]
    assert "Fridays" not in str(data)


def test_withholds_sensitive_records_and_counts_them(project: Project) -> None:
    project.hold("Sarah is on leave", record_kind="person", sensitivity="sensitive")
    (people,) = project.get("profile_graph", sections=["people"])["sections"]
    assert (people["items"], people["total"], people["withheld"]) == ([], 0, 1)
    (people,) = project.get("profile_graph", profile="cli", sections=["people"])["sections"]
    assert (len(people["items"]), people["withheld"]) == (1, 0)


def test_shows_the_past_and_keeps_to_the_limit(project: Project) -> None:
    old = project.hold("Tabs", record_kind="convention", valid_from="2020-01-01")
    project.get("revise", id=old, statement="Spaces", valid_from="2024-01-01")
    project.hold("Verbs", record_kind="convention", valid_from="2020-01-01")
    then = project.get("profile_graph", sections=["style"], as_of="2021-01-01")
    assert sorted(_statements(then)["style"]) == ["Tabs", "Verbs"]
    (style,) = project.get("profile_graph", sections=["style"], limit=1)["sections"]
    assert (len(style["items"]), style["total"]) == (1, 2)
