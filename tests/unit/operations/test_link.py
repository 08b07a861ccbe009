"""link: relations are added and ended, and what follows from them is said at once."""

from typing import Any

import pytest

from tests.conftest import Project


def _marks(project: Project, record_id: str) -> list[str]:
    (record,) = project.get("inspect", ids=[record_id])["records"]
    marks: list[str] = record["marks"]
    return marks


def _codes(response: Any) -> list[str]:
    return [warning.code for warning in response.warnings]


def _link(project: Project, source: str, link_type: str, target: str, **fields: Any) -> dict[str, Any]:
    return project.get("link", id=source, links=[{"type": link_type, "target": target}], **fields)


class TestAdd:
    def test_links_once_however_often_it_is_asked(self, project: Project) -> None:
        one, two = project.hold("one"), project.hold("two")
        (first,) = _link(project, one, "depends_on", two)["added"]
        (second,) = _link(project, one, "depends_on", two)["added"]
        assert first["link_id"] == second["link_id"]
        assert (first["changed"], second["changed"]) == (True, False)

    def test_takes_handles_and_references_and_repeats_no_content(self, project: Project) -> None:
        one, two = project.hold("one"), project.hold("two")
        (record,) = project.get("inspect", ids=[two])["records"]
        _link(project, one, "relates_to", record["handle"])
        data = _link(project, one, "about", "person:sarah")
        assert "sarah" not in str(data)
        assert data["added"][0]["target"].startswith("ref_")

    def test_changes_nothing_in_a_dry_run(self, project: Project) -> None:
        one, two = project.hold("one"), project.hold("two")
        assert _link(project, one, "depends_on", two, dry_run=True)["added"]
        assert len(project.get("relationships", root_id=one)["nodes"]) == 1

    @pytest.mark.parametrize(
        ("fields", "code"),
        [
            ({"links": []}, "invalid_params"),
            ({"links": [{"type": "depends_on", "target": "nothing-1"}]}, "not_found"),
            ({"links": [{"type": "depends_on", "target": "file:a.py"}]}, "invalid_params"),
            ({"links": [{"type": "supersedes", "target": "file:a.py"}]}, "invalid_params"),
            ({"remove": [{"id": "lnk_nothing"}]}, "not_found"),
            ({"remove": [{"type": "about"}]}, "invalid_params"),
            ({"remove": [{"type": "about", "target": "file:a.py"}]}, "not_found"),
        ],
    )
    def test_refuses_what_makes_no_sense(self, project: Project, fields: dict[str, Any], code: str) -> None:
        assert project.fail("link", id=project.hold("one"), **fields) == code

    def test_refuses_to_link_a_record_to_itself_or_what_is_gone(self, project: Project) -> None:
        one, two = project.hold("one"), project.hold("two")
        assert project.fail("link", id=one, links=[{"type": "blocks", "target": one}]) == "invalid_params"
        project.get("set_state", ids=[one], action="archive")
        assert project.fail("link", id=one, links=[{"type": "blocks", "target": two}]) == "stale_target"
        project.get("set_state", ids=[one], action="tombstone")
        assert project.fail("link", id=one, links=[{"type": "blocks", "target": two}]) == "erased"

    def test_is_not_for_those_who_may_only_suggest_nor_for_frozen_records(self, project: Project) -> None:
        one, two = project.hold("one"), project.hold("two")
        wanted = [{"type": "blocks", "target": two}]
        assert project.fail("link", profile="generic_mcp", id=one, links=wanted) == "not_allowed"
        project.get("set_state", profile="cli", ids=[one], action="freeze")
        assert project.fail("link", id=one, links=wanted) == "frozen"
        assert project.get("link", profile="cli", id=one, links=wanted)["added"]


class TestDoubt:
    @pytest.mark.parametrize("action", ["archive", "retract", "tombstone"])
    def test_opens_at_once_when_the_basis_is_gone(self, project: Project, action: str) -> None:
        below, one, gone = project.hold("below"), project.hold("one"), project.hold("gone")
        _link(project, below, "derived_from", one)
        project.get("set_state", ids=[gone], action=action)
        response = project.ask("link", id=one, links=[{"type": "depends_on", "target": gone}])
        assert _codes(response) == ["rests_on_gone"]
        assert [item.kind for item in response.review_items] == ["doubtful", "doubtful"]
        assert _marks(project, one) == _marks(project, below) == ["doubtful"]

    def test_opens_when_an_old_version_is_named(self, project: Project) -> None:
        one, old = project.hold("one"), project.hold("old", subject_key="k")
        project.get("revise", id=old, statement="new")
        response = project.ask("link", id=one, links=[{"type": "derived_from", "target": old}])
        assert _codes(response) == ["rests_on_gone"]
        assert _marks(project, one) == ["doubtful"]

    def test_is_inherited_from_a_doubtful_basis_with_the_whole_path(self, project: Project) -> None:
        root, middle, one = project.hold("root"), project.hold("middle"), project.hold("one")
        _link(project, middle, "depends_on", root)
        project.get("set_state", ids=[root], action="retract")
        response = project.ask("link", id=one, links=[{"type": "depends_on", "target": middle}])
        assert _codes(response) == ["rests_on_doubtful"]
        assert response.review_items[0].record_ids == [one, root]
        project.get("verify", profile="cli", ids=[middle])
        assert _marks(project, one) == []

    def test_does_not_travel_along_other_links(self, project: Project) -> None:
        one, gone = project.hold("one"), project.hold("gone")
        project.get("set_state", ids=[gone], action="archive")
        response = project.ask("link", id=one, links=[{"type": "relates_to", "target": gone}])
        assert response.warnings == []
        assert _marks(project, one) == []

    def test_ends_with_the_link_that_it_came_by(self, project: Project) -> None:
        root, middle, one = project.hold("root"), project.hold("middle"), project.hold("one")
        _link(project, middle, "depends_on", root)
        _link(project, one, "depends_on", middle)
        project.get("set_state", ids=[root], action="retract")
        data = project.get("link", id=middle, remove=[{"type": "depends_on", "target": root}])
        assert [link["changed"] for link in data["removed"]] == [True]
        assert _marks(project, middle) == _marks(project, one) == []

    def test_stays_when_another_way_leads_to_what_changed(self, project: Project) -> None:
        root, one = project.hold("root"), project.hold("one")
        _link(project, one, "depends_on", root)
        (added,) = _link(project, one, "derived_from", root)["added"]
        project.get("set_state", ids=[root], action="retract")
        project.get("link", id=one, remove=[{"id": added["link_id"]}])
        assert _marks(project, one) == ["doubtful"]


class TestUntrustedBasis:
    def test_needs_a_person_for_what_instructs(self, project: Project) -> None:
        web = project.hold("a page says so", origin="web")
        rule = project.hold("Do it so", record_kind="constraint")
        fact = project.hold("a fact")
        assert project.ask("link", id=fact, links=[{"type": "derived_from", "target": web}]).warnings == []
        response = project.ask("link", id=rule, links=[{"type": "derived_from", "target": web}])
        assert _codes(response) == ["untrusted_basis"]
        assert _marks(project, rule) == ["doubtful"]

    def test_is_found_behind_what_was_derived_before(self, project: Project) -> None:
        web, fact = project.hold("a page says so", origin="web"), project.hold("a fact")
        rule = project.hold("Do it so", record_kind="constraint")
        _link(project, rule, "derived_from", fact)
        response = project.ask("link", id=fact, links=[{"type": "derived_from", "target": web}])
        assert [item.record_ids for item in response.review_items] == [[rule, web]]

    def test_is_a_persons_own_decision(self, project: Project) -> None:
        web = project.hold("a page says so", origin="web")
        rule = project.hold("Do it so", record_kind="constraint")
        wanted = [{"type": "derived_from", "target": web}]
        assert project.ask("link", profile="cli", id=rule, links=wanted).review_items == []


class TestCircles:
    def test_are_kept_and_reported_with_the_way_round(self, project: Project) -> None:
        one, two, three = (project.hold(name, record_kind="task") for name in ("one", "two", "three"))
        _link(project, one, "depends_on", two)
        _link(project, three, "blocks", two)
        response = project.ask("link", id=three, links=[{"type": "depends_on", "target": one}])
        assert _codes(response) == ["cycle"]
        assert response.data is not None
        assert response.data["circles"] == [[three, one, two, three]]

    def test_mix_no_parts_with_waiting(self, project: Project) -> None:
        one, two = project.hold("one", record_kind="task"), project.hold("two", record_kind="task")
        _link(project, one, "part_of", two)
        assert _link(project, two, "depends_on", one)["circles"] == []
        assert _link(project, two, "part_of", one)["circles"] == [[two, one, two]]


class TestRemove:
    def test_ends_a_link_and_says_when_it_had_ended(self, project: Project) -> None:
        one = project.hold("one")
        _link(project, one, "about", "file:a.py")
        wanted = [{"type": "about", "target": "file:a.py"}]
        assert project.get("link", id=one, remove=wanted)["removed"][0]["changed"]
        assert not project.get("link", id=one, remove=wanted)["removed"][0]["changed"]
        assert _link(project, one, "about", "file:a.py")["added"][0]["changed"]

    def test_ends_only_its_own_links(self, project: Project) -> None:
        one, two = project.hold("one"), project.hold("two")
        (added,) = _link(project, one, "depends_on", two)["added"]
        assert project.fail("link", id=two, remove=[{"id": added["link_id"]}]) == "not_found"
