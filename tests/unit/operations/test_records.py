"""ingest, revise, set_state, list, inspect, history: what a caller sees of a record's life."""

import json
from typing import Any

import pytest

from tests.conftest import LONG, Project


class TestIngest:
    def test_refuses_a_second_value_for_a_key_with_a_runnable_revision(self, project: Project) -> None:
        project.hold("The port is 8400", subject_key="port")
        refused = project.ask("ingest", record_kind="fact", subject_key="port", statement="The port is 8500")
        assert refused.error is not None
        assert refused.error.code == "subject_exists"
        revise = refused.remediation[0].request
        assert revise is not None
        assert project.runtime.handle(revise).error is None
        (record,) = project.get("list")["records"]
        assert record["statement"] == "The port is 8500"

    def test_holds_the_same_key_in_other_kinds_and_scopes(self, project: Project) -> None:
        for fields in (
            {"record_kind": "fact"},
            {"record_kind": "decision"},
            {"record_kind": "fact", "scope": "branch", "scope_ref": "main"},
            {"record_kind": "fact", "scope": "branch", "scope_ref": "next"},
        ):
            project.get("ingest", subject_key="port", statement="8400", **fields)
        assert project.get("list")["total"] == 2
        assert project.get("list", everywhere=True)["total"] == 4

    def test_reports_each_item_of_many(self, project: Project) -> None:
        project.hold("8400", subject_key="port")
        data = project.get(
            "ingest_many",
            items=[
                {"record_kind": "fact", "subject_key": "port", "statement": "8500"},
                {"record_kind": "note", "statement": "new"},
                {"record_kind": "note", "statement": "new"},
                {"record_kind": "procedure", "statement": "do this", "origin": "web"},
            ],
        )
        results = data["results"]
        assert isinstance(results, list)
        outcomes = [(result["outcome"], result.get("error")) for result in results]
        assert outcomes == [
            ("refused", "subject_exists"),
            ("created", None),
            ("duplicate", None),
            ("suggested", None),
        ]
        assert (data["created"], data["duplicates"], data["suggested"], data["refused"]) == (1, 1, 1, 1)

    @pytest.mark.parametrize(
        "nothing",
        ["   ", "\n\t", "\u200b\u2060", "\u00ad \ufeff", "\u3164", "\u2800", "\u034f\ufe0f"],
        ids=ascii,
    )
    def test_refuses_a_statement_that_nobody_can_see(self, project: Project, nothing: str) -> None:
        held = project.hold("The port is 8400.")
        (waiting,) = project.get("ingest", record_kind="procedure", statement="do this", origin="web")[
            "results"
        ]
        asked: list[tuple[str, dict[str, Any]]] = [
            ("ingest", {"record_kind": "note", "statement": nothing}),
            ("ingest", {"items": [{"record_kind": "note", "statement": nothing}]}),
            ("ingest", {"record_kind": "note", "statement": nothing, "payload": {"title": "x"}}),
            ("revise", {"id": held, "statement": nothing}),
            ("review", {"action": "accept", "ids": [waiting["record_id"]], "statement": nothing}),
        ]
        for operation, params in asked:
            refused = project.ask(operation, profile="cli", **params)
            assert refused.error is not None, operation
            assert refused.error.code == "invalid_params"
            assert str(refused.error.field).endswith("statement")
            assert "must say something" in refused.error.message
        (project.root / "said.jsonl").write_text(json.dumps({"statement": nothing}), encoding="utf-8")
        assert project.get("memory_import", profile="cli", path="said.jsonl")["changed"] == 0
        read_out: dict[str, Any] = {"record_kind": "fact", "payload": {"title": nothing, "due": "Friday"}}
        (made,) = project.get("ingest", **read_out)["results"]
        (record,) = project.get("inspect", ids=[made["record_id"]])["records"]
        assert record["statement"].startswith("due: Friday")
        assert project.get("list")["total"] == 2

    def test_reads_out_a_payload_that_has_no_statement(self, project: Project) -> None:
        project.get("ingest", record_kind="task", payload={"title": "Ship it", "due": "Friday"})
        project.get("ingest", record_kind="task", payload={"b": 1, "a": [2]})
        records = project.get("list")["records"]
        assert isinstance(records, list)
        assert [record["statement"] for record in records] == ["a: [2]; b: 1", "Ship it"]

    def test_keeps_evidence_without_a_record(self, project: Project) -> None:
        data = project.get(
            "ingest", evidence=[{"text": "seen\x00bytes", "origin": "tool_output", "source": "make"}]
        )
        assert (
            project.get(
                "ingest", evidence=[{"text": "seen\x00bytes", "origin": "tool_output", "source": "make"}]
            )["evidence_ids"]
            == data["evidence_ids"]
        )
        (found,) = project.get("inspect", ids=data["evidence_ids"])["evidence"]
        assert (found["text"], found["trusted"], found["source"]) == ("seen\x00bytes", False, "make")

    @pytest.mark.parametrize(
        ("params", "field"),
        [
            ({}, "params"),
            ({"record_kind": "fact"}, "params"),
            ({"record_kind": "fakt", "statement": "x"}, "params.record_kind"),
            ({"record_kind": "fact", "statement": ""}, "params.statement"),
            ({"record_kind": "fact", "statement": "a\x00b"}, "params.statement"),
            ({"record_kind": "fact", "statement": "x", "scope": "branch"}, "params.scope_ref"),
            ({"record_kind": "fact", "statement": "x", "scope": "session"}, "params.scope_ref"),
            (
                {"record_kind": "fact", "statement": "x", "quality": {"confidence": 2}},
                "params.quality.confidence",
            ),
            ({"record_kind": "fact", "statement": "x", "valid_from": "yesterday"}, "params.valid_from"),
            ({"items": [{"record_kind": "fact"}]}, "params.items[0]"),
            ({"items": [{"record_kind": "fact", "statement": "x"}], "statement": "y"}, "params"),
            (
                {"record_kind": "fact", "statement": "x", "quality": {"confidense": 1}},
                "params.quality.confidense",
            ),
        ],
    )
    def test_names_the_field_that_is_wrong(
        self, project: Project, params: dict[str, Any], field: str
    ) -> None:
        response = project.ask("ingest", **params)
        assert response.error is not None
        assert (response.error.code, response.error.field) == ("invalid_params", field)
        assert response.error.example


class TestRevise:
    def test_appends_a_successor_and_closes_the_predecessor(self, project: Project) -> None:
        record = project.hold("8400", subject_key="port", quality={"confidence": 0.5})
        successor = project.get("revise", id=record, statement="8500", valid_from="2026-10-01")
        history = project.get("history", id=record)
        assert history["live"] == successor["record_id"]
        old, new = history["versions"]
        assert (old["state"], new["state"], new["supersedes"]) == ("superseded", "live", record)
        assert new["quality"]["confidence"] == 0.5
        assert new["valid_from"] == "2026-10-01T00:00:00.000000Z"
        assert old["valid_to"] == old["valid_from"]  # the correction reaches back before it was known

    def test_names_the_live_version_when_the_target_is_stale(self, project: Project) -> None:
        record = project.hold("1")
        successor = project.get("revise", id=record, statement="2")["record_id"]
        refused = project.ask("revise", id=record, statement="3")
        assert refused.error is not None
        assert refused.error.code == "stale_target"
        assert str(successor) in refused.remediation[0].message

    def test_can_insist_on_the_version_it_saw(self, project: Project) -> None:
        record = project.hold("1")
        assert project.fail("revise", id=record, statement="2", expected_id="rec_other") == "stale_target"

    def test_changes_quality_alone(self, project: Project) -> None:
        record = project.hold("1")
        project.get("revise", id=record, quality={"confidence": 1.0, "verified_at": "2026-11-01"})
        (shown,) = project.get("list")["records"]
        assert (shown["statement"], shown["quality"]["confidence"]) == ("1", 1.0)


class TestSetState:
    def test_archives_and_restores(self, project: Project) -> None:
        record = project.hold("kept aside", subject_key="k")
        project.get("archive", ids=[record])
        assert project.get("list")["total"] == 0
        project.get("set_state", ids=[record], action="restore")
        assert project.get("list")["total"] == 1

    def test_does_not_restore_a_second_truth(self, project: Project) -> None:
        record = project.hold("old", subject_key="k")
        project.get("archive", ids=[record])
        project.hold("new", subject_key="k")
        assert project.fail("set_state", ids=[record], action="restore") == "subject_exists"

    @pytest.mark.parametrize("more", ["", LONG])
    def test_a_tombstone_erases_everywhere_at_once(self, project: Project, more: str) -> None:
        canary = "canary-text-to-forget"
        record = project.hold(
            canary,
            subject_key=canary,
            payload={"x": canary},
            raw_evidence=[{"text": canary + more, "source": canary}],
        )
        evidence = project.get("inspect", ids=[record])["records"][0]["evidence_ids"]
        project.get("tombstone", ids=[record], reason="asked to")
        answers = [
            project.get("list", states=["live", "tombstoned", "archived", "superseded", "suggested"]),
            project.get("inspect", ids=[record]),
            project.get("inspect", ids=evidence),
            project.get("history", id=record),
            project.get("audit", object_id=record),
            project.get("metrics"),
        ]
        project.get("backup_create")
        project.get("snapshot_export", export_name="later")
        project.runtime.close()
        assert canary not in json.dumps(answers)
        files = [path for path in project.paths.folder.rglob("*") if path.is_file()]
        assert [path.name for path in files if canary.encode() in path.read_bytes()] == []

    def test_a_tombstone_keeps_a_stub(self, project: Project) -> None:
        record = project.hold("x")
        project.get("tombstone", ids=[record])
        (stub,) = project.get("inspect", ids=[record])["records"]
        assert (stub["state"], stub["withheld"]) == ("tombstoned", "erased")
        assert project.fail("revise", id=record, statement="y") == "erased"

    @pytest.mark.parametrize("text", ["shared", LONG])
    def test_shared_evidence_stays_while_somebody_needs_it(self, project: Project, text: str) -> None:
        first = project.hold("a", raw_evidence=[{"text": text}])
        second = project.hold("b", raw_evidence=[{"text": text}])
        evidence = project.get("inspect", ids=[second])["records"][0]["evidence_ids"]
        project.get("tombstone", ids=[first])
        assert project.get("inspect", ids=evidence)["evidence"][0]["text"] == text
        assert any(path.is_file() for path in project.paths.raw.rglob("*")) == (text == LONG)
        project.get("tombstone", ids=[second])
        assert "text" not in project.get("inspect", ids=evidence)["evidence"][0]
        assert not [path for path in project.paths.raw.rglob("*") if path.is_file()]

    def test_says_that_older_versions_remain(self, project: Project) -> None:
        record = project.hold("the secret place")
        live = project.get("revise", id=record, statement="nothing here")["record_id"]
        response = project.ask("tombstone", ids=[live])
        assert [warning.code for warning in response.warnings] == ["versions_remain"]
        everything = response.remediation[0].request
        assert everything is not None
        assert project.runtime.handle(everything).error is None
        versions = project.get("history", id=record)["versions"]
        assert isinstance(versions, list)
        assert {version["state"] for version in versions} == {"tombstoned"}

    def test_only_a_person_freezes_and_changes_what_is_frozen(self, project: Project) -> None:
        record = project.hold("holy", record_kind="constraint", subject_key="k")
        assert project.fail("set_state", ids=[record], action="freeze") == "not_allowed"
        project.get("set_state", profile="cli", ids=[record], action="freeze")
        assert project.fail("revise", id=record, statement="profane") == "frozen"
        assert project.fail("tombstone", ids=[record]) == "frozen"
        again = {"record_kind": "constraint", "subject_key": "k", "statement": "profane"}
        assert project.fail("ingest", on_conflict="supersede", **again) == "frozen"
        many = project.get("ingest", on_conflict="supersede", items=[again])["results"]
        assert [(result["outcome"], result["error"]) for result in many] == [("refused", "frozen")]
        project.get("set_state", profile="cli", ids=[record], action="unfreeze")
        project.get("revise", id=record, statement="profane")

    def test_moves_all_or_none(self, project: Project) -> None:
        record = project.hold("x")
        assert project.fail("archive", ids=[record, "rec_missing"]) == "not_found"
        assert project.get("list")["total"] == 1


class TestReading:
    def test_pages_through_everything_once(self, project: Project) -> None:
        project.get("ingest", items=[{"record_kind": "note", "statement": str(n)} for n in range(25)])
        seen: list[str] = []
        cursor: dict[str, Any] = {}
        while True:
            page = project.get("list", limit=7, **cursor)
            seen += [record["statement"] for record in page["records"]]
            if "next_cursor" not in page:
                break
            cursor = {"cursor": page["next_cursor"]}
        assert seen == [str(n) for n in reversed(range(25))]
        assert project.fail("list", cursor="not-a-cursor") == "invalid_params"

    def test_counts_what_it_withholds(self, project: Project) -> None:
        project.hold("open")
        record = project.hold("salary", sensitivity="sensitive", subject_key="pay")
        listed = project.get("list")
        assert (listed["total"], listed["withheld"]) == (1, 1)
        assert project.fail("inspect", ids=[record]) == "sensitive"
        assert "salary" not in json.dumps(project.get("audit"))
        assert "salary" not in json.dumps(project.get("history", id=record))
        assert project.get("inspect", profile="cli", ids=[record])["records"][0]["statement"] == "salary"

    def test_finds_by_handle(self, project: Project) -> None:
        record = project.hold("x")
        (shown,) = project.get("inspect", ids=[record])["records"]
        (same,) = project.get("inspect", ids=[shown["handle"]])["records"]
        assert same["id"] == record

    def test_summarises_the_project(self, project: Project) -> None:
        project.hold("x")
        project.get("ingest", profile="generic_mcp", record_kind="task", statement="y")
        summary = project.get("inspect")["project"]
        assert isinstance(summary, dict)
        assert summary["by_state"] == {"live": 1, "suggested": 1}
        assert summary["waiting_for_review"] == 1

    def test_says_what_is_missing(self, project: Project) -> None:
        assert project.fail("inspect", ids=["op_missing"]) == "not_found"
        assert project.fail("inspect", ids=["ev_missing"]) == "not_found"
        assert project.fail("inspect", ids=["00000000"]) == "not_found"
        assert project.fail("history", id="rec_missing") == "not_found"
