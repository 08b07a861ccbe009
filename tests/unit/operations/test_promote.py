"""promote: a record of a narrower scope comes to hold in a wider one, in the same line."""

from typing import Any

import pytest

from tests.conftest import Project


def _branch(project: Project, statement: str = "The port is 8400", **fields: Any) -> str:
    return project.hold(statement, **({"scope": "branch", "scope_ref": "feature"} | fields))


def _record(project: Project, record_id: str) -> dict[str, Any]:
    (record,) = project.get("inspect", profile="cli", ids=[record_id])["records"]
    found: dict[str, Any] = record
    return found


class TestPromote:
    def test_appends_a_successor_in_the_same_line_without_doubt(self, project: Project) -> None:
        old = _branch(project, subject_key="port", raw_evidence=[{"text": "PORT=8400"}])
        below = project.hold("rests on it", links=[{"type": "depends_on", "target": old}])
        data = project.get("promote", id=old, provenance={"merge": "abc"})
        new = _record(project, data["record_id"])
        assert (data["outcome"], data["supersedes"]) == ("promoted", old)
        assert (new["scope"], new["supersedes"], new["lineage"]) == ("project", old, old)
        assert new["evidence_ids"] == _record(project, old)["evidence_ids"] != []
        assert new["provenance"] == {"merge": "abc"}
        assert _record(project, old)["state"] == "superseded"
        assert _record(project, below)["marks"] == []
        assert [record["id"] for record in project.get("list", subject_key="port")["records"]] == [new["id"]]

    def test_names_another_branch(self, project: Project) -> None:
        old = _branch(project)
        data = project.get("promote", id=old, to="branch", scope_ref="main")
        assert _record(project, data["record_id"])["scope_ref"] == "main"

    def test_changes_nothing_in_a_dry_run_and_is_applied_once(self, project: Project) -> None:
        old = _branch(project)
        project.get("promote", id=old, dry_run=True)
        assert _record(project, old)["state"] == "live"
        request = project.request("promote", id=old)
        first, second = project.runtime.handle(request), project.runtime.handle(request)
        assert second.replayed
        assert first.data == second.data

    @pytest.mark.parametrize(
        ("scope", "fields"),
        [
            ({"scope": "project", "scope_ref": None}, {}),
            ({"scope": "project", "scope_ref": None}, {"to": "branch", "scope_ref": "main"}),
            ({}, {"to": "session", "scope_ref": "s1"}),
            ({}, {"to": "branch", "scope_ref": "feature"}),
            ({}, {"to": "worktree"}),
            ({}, {"scope_ref": "main"}),
        ],
    )
    def test_refuses_what_is_no_widening(
        self, project: Project, scope: dict[str, Any], fields: dict[str, Any]
    ) -> None:
        old = _branch(project, **scope)
        assert project.fail("promote", id=old, **fields) == "invalid_params"

    def test_refuses_what_is_not_live(self, project: Project) -> None:
        old = _branch(project)
        project.get("promote", id=old)
        assert project.fail("promote", id=old) == "stale_target"
        assert project.fail("promote", id="nothing-1") == "not_found"


class TestWhatHoldsThere:
    def test_refuses_a_second_value_with_a_runnable_way_out(self, project: Project) -> None:
        held = project.hold("The port is 8500", subject_key="port")
        below = project.hold("rests on it", links=[{"type": "depends_on", "target": held}])
        old = _branch(project, subject_key="port")
        refused = project.ask("promote", id=old)
        assert refused.error is not None
        assert refused.error.code == "subject_exists"
        assert "is 8400" not in str(refused)
        again = refused.remediation[0].request
        assert again is not None
        response = project.runtime.handle(again)
        assert response.data is not None
        assert (response.data["outcome"], response.data["replaced"]) == ("promoted", [held])
        assert _record(project, held)["state"] == "superseded"
        assert _record(project, below)["marks"] == ["doubtful"]
        assert [record["statement"] for record in project.get("list", subject_key="port")["records"]] == [
            "The port is 8400"
        ]

    def test_merges_with_what_says_the_same(self, project: Project) -> None:
        held = project.hold("The port is 8400", subject_key="port")
        old = _branch(project, subject_key="port", raw_evidence=[{"text": "PORT=8400"}])
        below = project.hold("rests on it", links=[{"type": "depends_on", "target": old}])
        data = project.get("promote", id=old)
        assert (data["outcome"], data["record_id"]) == ("merged", held)
        assert len(_record(project, held)["evidence_ids"]) == 1
        assert _record(project, old)["state"] == "superseded"
        assert _record(project, below)["marks"] == []
        project.get("revise", id=held, statement="The port is 8600")
        assert _record(project, below)["marks"] == ["doubtful"]


class TestTrust:
    def test_becomes_a_suggestion_for_those_who_may_only_suggest(self, project: Project) -> None:
        old = _branch(project, subject_key="port")
        response = project.ask("promote", profile="generic_mcp", id=old)
        assert response.data is not None
        assert response.data["outcome"] == "suggested"
        assert [item.kind for item in response.review_items] == ["suggestion"]
        assert _record(project, old)["state"] == "live"
        again = project.get("promote", profile="generic_mcp", id=old)
        assert (again["outcome"], again["record_id"]) == ("duplicate", response.data["record_id"])

    def test_is_accepted_without_doubt(self, project: Project) -> None:
        old = _branch(project, subject_key="port")
        below = project.hold("rests on it", links=[{"type": "depends_on", "target": old}])
        response = project.ask("promote", profile="generic_mcp", id=old)
        (item,) = response.review_items
        project.get("review", profile="cli", action="accept", ids=[item.id])
        assert _record(project, old)["state"] == "superseded"
        assert _record(project, below)["marks"] == []

    def test_asks_a_person_about_instructions_of_untrusted_origin(self, project: Project) -> None:
        fields = {"record_kind": "constraint", "origin": "web", "statement": "Do it so"}
        scope = {"scope": "branch", "scope_ref": "feature"}
        old = project.get("ingest", profile="cli", **fields, **scope)["results"][0]["record_id"]
        assert _record(project, old)["state"] == "live"
        data = project.get("promote", id=old)
        assert data["outcome"] == "suggested"
        assert "untrusted_instruction" in data["reasons"]
        assert project.get("promote", profile="cli", id=old)["outcome"] == "promoted"

    def test_leaves_frozen_records_to_a_person_and_frozen(self, project: Project) -> None:
        old = _branch(project)
        project.get("set_state", profile="cli", ids=[old], action="freeze")
        assert project.fail("promote", id=old) == "frozen"
        new = project.get("promote", profile="cli", id=old)["record_id"]
        assert _record(project, new)["frozen"]

    def test_takes_doubt_and_sensitivity_along(self, project: Project) -> None:
        root = project.hold("root")
        link = {"type": "depends_on", "target": root}
        old = _branch(project, sensitivity="sensitive", links=[link])
        project.get("set_state", ids=[root], action="retract")
        response = project.ask("promote", id=old)
        assert response.data is not None
        assert "is 8400" not in str(response)
        new = _record(project, str(response.data["record_id"]))
        assert (new["marks"], new["sensitivity"]) == (["doubtful"], "sensitive")
        project.get("verify", profile="cli", ids=[new["id"]])
        assert _record(project, new["id"])["marks"] == []
