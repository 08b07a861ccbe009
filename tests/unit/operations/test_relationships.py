"""relationships: a typed, bounded walk that says what it left out."""

from itertools import pairwise
from typing import Any

from phantasm.contracts.clock import to_timestamp
from tests.conftest import Project


def _link(project: Project, source: str, link_type: str, target: str) -> None:
    project.get("link", id=source, links=[{"type": link_type, "target": target}])


def _shown(data: dict[str, Any]) -> list[tuple[str, int]]:
    return [(node["id"], node["depth"]) for node in data["nodes"]]


class TestWalk:
    def test_follows_types_and_directions(self, project: Project) -> None:
        one, two, three = project.hold("one"), project.hold("two"), project.hold("three")
        _link(project, one, "depends_on", two)
        _link(project, three, "relates_to", one)
        assert _shown(project.get("relationships", root_id=one, direction="out")) == [(one, 0), (two, 1)]
        assert _shown(project.get("relationships", root_id=one, direction="in")) == [(one, 0), (three, 1)]
        data = project.get("relationships", root_id=one, types=["relates_to"])
        assert [(edge["type"], edge["source"], edge["target"]) for edge in data["relations"]] == [
            ("relates_to", three, one)
        ]
        assert not data["truncated"]

    def test_goes_as_deep_as_asked_and_says_that_there_is_more(self, project: Project) -> None:
        chain = [project.hold(f"number {n}") for n in range(5)]
        for source, target in pairwise(chain):
            _link(project, source, "part_of", target)
        data = project.get("relationships", root_id=chain[0], depth=2)
        assert _shown(data) == [(name, depth) for depth, name in enumerate(chain[:3])]
        assert data["truncated"]
        assert data["left_out"] == [{"depth": 3, "nodes": 1, "because": "depth"}]
        assert not project.get("relationships", root_id=chain[0], depth=4)["truncated"]
        assert project.fail("relationships", root_id=chain[0], depth=5) == "invalid_params"

    def test_stops_at_the_bound_and_counts_what_it_left_out(self, project: Project) -> None:
        root = project.hold("root")
        for number in range(7):
            _link(project, project.hold(f"number {number}"), "depends_on", root)
        data = project.get("relationships", root_id=root, depth=2, max_nodes=4)
        assert len(data["nodes"]) == 4
        assert data["left_out"] == [{"depth": 1, "nodes": 4, "because": "max_nodes"}]
        assert len(data["relations"]) == 3
        assert data == project.get("relationships", root_id=root, depth=2, max_nodes=4)

    def test_ends_in_a_circle_and_shows_every_relation_among_the_nodes(self, project: Project) -> None:
        one, two, three = project.hold("one"), project.hold("two"), project.hold("three")
        _link(project, one, "depends_on", two)
        _link(project, one, "depends_on", three)
        _link(project, two, "blocks", three)
        data = project.get("relationships", root_id=one, depth=1)
        assert [edge["type"] for edge in data["relations"]] == ["depends_on", "depends_on", "blocks"]

    def test_starts_at_a_reference(self, project: Project) -> None:
        one, two = project.hold("one"), project.hold("two")
        _link(project, one, "about", "person:sarah")
        _link(project, two, "about", "person:sarah")
        data = project.get("relationships", root_id="person:sarah")
        assert {name for name, _ in _shown(data)} == {data["root"], one, two}
        assert data["nodes"][0]["reference"] == "person:sarah"
        assert project.get("relationships", root_id="person:nobody")["relations"] == []
        assert project.fail("relationships", root_id="nothing-1") == "not_found"


class TestWhatFollowsWithoutALink:
    def test_shows_what_a_version_supersedes(self, project: Project) -> None:
        old = project.hold("port 8400", subject_key="port")
        new = project.get("revise", id=old, statement="8500")["record_id"]
        data = project.get("relationships", root_id=old)
        assert data["root"] == new
        assert [(edge["type"], edge["source"], edge["target"]) for edge in data["relations"]] == [
            ("supersedes", new, old)
        ]
        gone = data["nodes"][1]
        assert (gone["type"], gone["withdrawn"]["state"]) == ("withdrawn", "superseded")
        assert "port 8400" not in str(data)

    def test_shows_an_undecided_conflict(self, project: Project) -> None:
        held = project.hold("8400", subject_key="port")
        fields = {"record_kind": "fact", "subject_key": "port", "statement": "8500"}
        (outcome,) = project.get("ingest", on_conflict="conflict", **fields)["results"]
        (edge,) = project.get("relationships", root_id=held)["relations"]
        assert (edge["type"], edge["source"]) == ("contradicts", outcome["record_id"])
        assert edge["review_id"]
        marks = [node["record"]["marks"] for node in project.get("relationships", root_id=held)["nodes"]]
        assert marks == [["in_conflict"], ["in_conflict"]]


class TestWithholding:
    def test_shows_neither_content_nor_references_of_sensitive_records(self, project: Project) -> None:
        secret = project.hold("a secret", sensitivity="sensitive")
        one = project.hold("one")
        _link(project, one, "depends_on", secret)
        _link(project, secret, "about", "person:sarah")
        data = project.get("relationships", root_id=one, depth=3)
        assert "a secret" not in str(data)
        assert "sarah" not in str(data)
        assert data["withheld"] == 1
        person = project.get("relationships", root_id="person:sarah")
        assert (len(person["nodes"]), person["withheld"]) == (1, 1)
        seen = project.get("relationships", profile="cli", root_id=one, depth=3)
        assert "a secret" in str(seen)
        assert "person:sarah" in str(seen)

    def test_says_that_something_was_withdrawn_and_not_what_it_said(self, project: Project) -> None:
        gone, one = project.hold("the old answer"), project.hold("one")
        _link(project, one, "relates_to", gone)
        project.get("set_state", ids=[gone], action="retract", reason="it was a guess")
        data = project.get("relationships", root_id=one)
        assert "the old answer" not in str(data)
        assert data["nodes"][1]["withdrawn"]["reason"] == "it was a guess"


class TestTheTwoTimes:
    def test_shows_what_was_linked_then(self, project: Project) -> None:
        one, two = project.hold("one"), project.hold("two")
        before = to_timestamp(project.clock.now())
        _link(project, one, "depends_on", two)
        linked = to_timestamp(project.clock.now())
        project.get("link", id=one, remove=[{"type": "depends_on", "target": two}])
        project.get("revise", id=one, statement="another one")
        assert len(project.get("relationships", root_id=one, known_at=before)["nodes"]) == 1
        then = project.get("relationships", root_id=one, known_at=linked)
        assert [node["record"]["statement"] for node in then["nodes"]] == ["one", "two"]
        now = project.get("relationships", root_id=one, types=["depends_on"])
        assert [node["record"]["statement"] for node in now["nodes"]] == ["another one"]
