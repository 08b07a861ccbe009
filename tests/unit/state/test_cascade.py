"""What becomes doubtful, and what takes the doubt off again? The cases that random graphs meet rarely."""

from typing import Any

from tests.conftest import Project


def _resting(project: Project, statement: str, *bases: str, **fields: Any) -> str:
    links = [{"type": "depends_on", "target": base} for base in bases]
    return project.hold(statement, links=links, **fields)


def _doubtful(project: Project, *ids: str) -> list[str]:
    records = {record["id"]: record for record in project.get("inspect", ids=list(ids))["records"]}
    return [name for name in ids if "doubtful" in records[name]["marks"]]


def _move(project: Project, action: str, record_id: str) -> None:
    project.get("set_state", ids=[record_id], action=action)


class TestRestore:
    def test_takes_back_the_doubt_that_the_withdrawal_brought(self, project: Project) -> None:
        root = project.hold("root")
        one = _resting(project, "one", root)
        two = _resting(project, "two", one)
        _move(project, "archive", root)
        assert _doubtful(project, one, two) == [one, two]
        _move(project, "restore", root)
        assert _doubtful(project, one, two) == []

    def test_leaves_the_doubt_that_an_earlier_change_brought(self, project: Project) -> None:
        root = project.hold("root")
        one = _resting(project, "one", root)
        newer = project.get("revise", id=root, statement="newer root")["record_id"]
        _move(project, "archive", newer)
        _move(project, "restore", newer)
        assert _doubtful(project, one) == [one]

    def test_brings_a_records_own_doubt_back_with_it(self, project: Project) -> None:
        root = project.hold("root")
        one = _resting(project, "one", root)
        two = _resting(project, "two", one)
        _move(project, "retract", root)
        _move(project, "archive", one)
        _move(project, "restore", one)
        assert _doubtful(project, one, two) == [one, two]

    def test_brings_back_no_doubt_that_somebody_took_off(self, project: Project) -> None:
        root = project.hold("root")
        one = _resting(project, "one", root)
        _move(project, "archive", root)
        project.get("verify", profile="cli", ids=[one])
        _move(project, "archive", one)
        _move(project, "restore", one)
        assert _doubtful(project, one) == []

    def test_meets_what_changed_in_the_meantime(self, project: Project) -> None:
        revised, withdrawn, unchanged = (
            project.hold("revised"),
            project.hold("withdrawn"),
            project.hold("same"),
        )
        one, two = _resting(project, "one", revised), _resting(project, "two", withdrawn)
        three = _resting(project, "three", unchanged)
        below = _resting(project, "below", one)
        for name in (one, two, three):
            _move(project, "archive", name)
        project.get("verify", profile="cli", ids=[below])
        project.get("revise", id=revised, statement="another value")
        project.get("revise", id=unchanged, quality={"confidence": 1.0})
        _move(project, "retract", withdrawn)
        for name in (one, two, three):
            _move(project, "restore", name)
        assert _doubtful(project, one, two, three, below) == [one, two, below]

    def test_is_not_doubted_when_what_stood_between_was_confirmed(self, project: Project) -> None:
        root = project.hold("root")
        one = _resting(project, "one", root)
        two = _resting(project, "two", one)
        _move(project, "retract", root)
        _move(project, "archive", two)
        project.get("verify", profile="cli", ids=[one])
        _move(project, "restore", two)
        assert _doubtful(project, one, two) == []

    def test_survives_going_back_and_forth(self, project: Project) -> None:
        root = project.hold("root")
        one = _resting(project, "one", root)
        for _ in range(2):
            _move(project, "archive", root)
            _move(project, "archive", one)
            _move(project, "restore", root)
            _move(project, "restore", one)
            assert _doubtful(project, one) == []
        _move(project, "archive", root)
        _move(project, "archive", one)
        _move(project, "restore", one)
        assert _doubtful(project, one) == [one]


class TestGoneInBetween:
    def test_doubt_passes_through_what_is_no_longer_held(self, project: Project) -> None:
        root = project.hold("root")
        between = _resting(project, "between", root)
        one, other = _resting(project, "one", between), _resting(project, "other", root)
        _move(project, "archive", between)
        project.get("verify", profile="cli", ids=[one])
        response = project.ask("revise", id=root, statement="another root")
        assert {item.record_ids[0] for item in response.review_items} == {one, other}
        project.get("verify", profile="cli", ids=[other])
        assert _doubtful(project, one, other) == [one]
        project.get("verify", profile="cli", ids=[one])
        assert _doubtful(project, one, other) == []


class TestRevise:
    def test_doubts_nothing_for_progress_alone(self, project: Project) -> None:
        task = project.hold("Build it", record_kind="task", payload={"status": "open", "size": "big"})
        one = _resting(project, "one", task)
        done = {"status": "done", "size": "big", "owner": "sarah"}
        newer = project.get("revise", id=task, payload=done)["record_id"]
        assert _doubtful(project, one) == []
        project.get("revise", id=newer, payload=done | {"size": "small"})
        assert _doubtful(project, one) == [one]

    def test_clears_what_was_doubtful_only_through_it(self, project: Project) -> None:
        root = project.hold("root")
        one = _resting(project, "one", root)
        two = _resting(project, "two", one)
        _move(project, "retract", root)
        newer = project.get("revise", id=one, quality={"confidence": 1.0})["record_id"]
        assert _doubtful(project, newer, two) == []

    def test_keeps_the_statement_when_only_details_change(self, project: Project) -> None:
        items = [
            {"record_kind": "task", "payload": {"title": "Ship it"}},
            {"record_kind": "fact", "payload": {"port": 8400}},
        ]
        results = project.get("ingest", items=items)["results"]
        titled, paired = (result["record_id"] for result in results)
        said = project.hold("The port", payload={"port": 8400})
        ids = [
            project.get("revise", id=name, payload=payload)["record_id"]
            for name, payload in ((titled, {"status": "done"}), (paired, {"port": 1}), (said, {"port": 1}))
        ]
        records = {record["id"]: record for record in project.get("inspect", ids=ids)["records"]}
        assert [records[name]["statement"] for name in ids] == ["Ship it", "port: 1", "The port"]


class TestIngest:
    def test_doubts_at_once_what_rests_on_something_gone(self, project: Project) -> None:
        root = project.hold("root")
        _move(project, "retract", root)
        link = {"type": "derived_from", "target": root}
        response = project.ask("ingest", record_kind="fact", statement="one", links=[link])
        assert [warning.code for warning in response.warnings] == ["rests_on_gone"]
        assert [item.kind for item in response.review_items] == ["doubtful"]

    def test_doubts_a_suggestion_when_it_is_accepted_too_late(self, project: Project) -> None:
        root = project.hold("root")
        links = [{"type": "depends_on", "target": root}]
        suggest: dict[str, Any] = {"record_kind": "fact", "statement": "one", "links": links}
        (item,) = project.ask("ingest", profile="generic_mcp", **suggest).review_items
        _move(project, "retract", root)
        project.get("review", profile="cli", action="accept", ids=[item.id])
        assert _doubtful(project, item.record_ids[0])
