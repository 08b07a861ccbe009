"""work_graph: what is ready, what waits for what, what is due, as the records and links say it."""

from typing import Any

import pytest

from phantasm.contracts.clock import to_timestamp
from tests.conftest import Project


def _hold(project: Project, statement: str, kind: str = "task", **fields: Any) -> str:
    return project.hold(statement, record_kind=kind, **fields)


def _link(project: Project, source: str, link_type: str, target: str) -> None:
    project.get("link", id=source, links=[{"type": link_type, "target": target}])


def _item(data: dict[str, Any], record_id: str) -> dict[str, Any]:
    found: dict[str, Any] = next(item for item in data["items"] if item["record"]["id"] == record_id)
    return found


def _done(project: Project, record_id: str) -> str:
    return str(project.get("revise", id=record_id, payload={"status": "done"})["record_id"])


class TestReadyAndBlocked:
    def test_says_what_waits_for_what_with_the_path(self, project: Project) -> None:
        ship, build, sandbox = (
            _hold(project, "Ship it"),
            _hold(project, "Build it"),
            _hold(project, "The sandbox is down", "blocker"),
        )
        _link(project, ship, "depends_on", build)
        _link(project, sandbox, "blocks", build)
        data = project.get("work_graph")
        assert data["ready"] == []
        assert set(data["blocked"]) == {ship, build}
        assert _item(data, ship)["waits_for"] == [
            {"record_id": build, "path": [ship, build]},
            {"record_id": sandbox, "path": [ship, build, sandbox]},
        ]

    def test_gets_done_by_revising_the_status(self, project: Project) -> None:
        ship, build = _hold(project, "Ship it"), _hold(project, "Build it")
        _link(project, ship, "depends_on", build)
        assert project.get("work_graph")["ready"] == [build]
        built = _done(project, build)
        data = project.get("work_graph")
        assert (data["ready"], data["blocked"]) == ([ship], [])
        item = _item(data, built)
        assert (item["status"], item["record"]["statement"]) == ("done", "Build it")
        assert _item(data, ship)["record"]["marks"] == []

    def test_is_blocked_by_a_known_issue_until_it_is_withdrawn(self, project: Project) -> None:
        ship, issue = _hold(project, "Ship it"), _hold(project, "The build is broken", "known_issue")
        _link(project, issue, "blocks", ship)
        assert project.get("work_graph")["blocked"] == [ship]
        project.get("set_state", ids=[issue], action="archive")
        assert project.get("work_graph")["ready"] == [ship]

    def test_reports_circles(self, project: Project) -> None:
        one, two = _hold(project, "one"), _hold(project, "two")
        _link(project, one, "depends_on", two)
        _link(project, two, "depends_on", one)
        data = project.get("work_graph")
        assert data["ready"] == []
        assert [set(way) for way in data["circles"]] == [{one, two}]

    def test_does_not_wait_for_suggestions(self, project: Project) -> None:
        ship = _hold(project, "Ship it")
        fields = {"record_kind": "blocker", "statement": "Not so fast"}
        data = project.get(
            "ingest", profile="generic_mcp", links=[{"type": "blocks", "target": ship}], **fields
        )
        assert data["suggested"] == 1
        assert project.get("work_graph")["ready"] == [ship]


class TestGoalsAndDeadlines:
    def test_counts_what_is_done_of_a_goal(self, project: Project) -> None:
        goal = _hold(project, "No downtime", "goal")
        parts = [_hold(project, f"part {number}", payload={"status": "open"}) for number in range(3)]
        for part in parts:
            _link(project, part, "part_of", goal)
        other = _hold(project, "something else")
        done = _done(project, parts[0])
        data = project.get("work_graph", goal=goal)
        assert _item(data, goal)["progress"] == {"done": 1, "total": 3, "cancelled": 0}
        assert {item["record"]["id"] for item in data["items"]} == {goal, done, *parts[1:]}
        assert other not in data["ready"]
        assert project.fail("work_graph", goal=project.hold("a fact")) == "not_found"

    def test_tells_overdue_from_due(self, project: Project) -> None:
        # The project's clock stands at 1 November 2026.
        late = _hold(project, "late", payload={"due": "2026-10-31"})
        today = _hold(project, "today", payload={"due": "2026-11-01"})
        later = _hold(project, "later", payload={"due": "2026-12-24T10:00:00Z"})
        _hold(project, "over", payload={"due": "2026-10-01", "status": "done"})
        odd = _hold(project, "odd", payload={"due": "soon"})
        data = project.get("work_graph")
        assert data["overdue"] == [late]
        assert [(one["record_id"], one["due"]) for one in data["deadlines"]] == [
            (today, "2026-11-01"),
            (later, "2026-12-24"),
        ]
        assert data["ready"][:3] == [late, today, later]
        assert _item(data, odd)["concerns"] == ["unreadable_due"]
        assert project.get("work_graph", as_of="2027-01-01")["overdue"] == [late, today, later]


class TestWhatIsShown:
    def test_narrows_by_status_owner_kind_and_limit(self, project: Project) -> None:
        mine = _hold(project, "mine", payload={"owner": "sarah", "status": "in_progress"})
        _hold(project, "his", payload={"owner": "tom"})
        question = _hold(project, "why?", "question")
        decision = _hold(project, "because", "decision")
        assert project.get("work_graph", owner="sarah")["ready"] == [mine]
        assert project.get("work_graph", status=["in_progress"])["total"] == 1
        (only,) = project.get("work_graph", record_kind="question")["items"]
        assert only["record"]["id"] == question
        data = project.get("work_graph", limit=1)
        assert (len(data["items"]), data["total"]) == (1, 4)
        assert _item(project.get("work_graph"), decision).get("status") is None

    def test_marks_doubt_and_conflict_and_says_what_was_withdrawn(self, project: Project) -> None:
        root = project.hold("root")
        task = _hold(project, "task", links=[{"type": "derived_from", "target": root}])
        gone = _hold(project, "the old plan", "decision")
        project.get("set_state", ids=[root], action="retract")
        project.get("set_state", ids=[gone], action="retract", reason="it was a joke")
        data = project.get("work_graph")
        assert _item(data, task)["record"]["marks"] == ["doubtful"]
        assert [(one["record_id"], one["reason"]) for one in data["withdrawn"]] == [(gone, "it was a joke")]
        assert "the old plan" not in str(data)

    def test_withholds_sensitive_items_and_what_they_say(self, project: Project) -> None:
        payload = {"owner": "agent 007", "due": "2026-10-01"}
        secret = _hold(project, "secret task", sensitivity="sensitive", payload=payload)
        ship = _hold(project, "Ship it")
        _link(project, ship, "depends_on", secret)
        data = project.get("work_graph")
        assert (data["withheld"], data["overdue"], data["blocked"]) == (1, [], [ship])
        assert "agent 007" not in str(data)
        assert "secret task" not in str(data)
        assert project.get("work_graph", profile="cli")["overdue"] == [secret]

    def test_shows_the_past_as_it_was(self, project: Project) -> None:
        ship, build = _hold(project, "Ship it"), _hold(project, "Build it")
        _link(project, ship, "depends_on", build)
        before = to_timestamp(project.clock.now())
        _done(project, build)
        assert project.get("work_graph", known_at=before)["ready"] == [build]
        assert project.get("work_graph")["ready"] == [ship]

    @pytest.mark.parametrize("fields", [{"limit": 0}, {"status": ["ready"]}, {"kind": "task"}])
    def test_refuses_what_it_does_not_know(self, project: Project, fields: dict[str, Any]) -> None:
        assert project.fail("work_graph", **fields) == "invalid_params"


def test_leaves_out_decisions_that_no_work_is_linked_to(project: Project) -> None:
    task, held = _hold(project, "Ship it"), _hold(project, "We ship on Mondays", "decision")
    other = _hold(project, "Invoices are stored in SQLite", "decision")
    _link(project, task, "depends_on", held)
    every, bare = project.get("work_graph"), project.get("work_graph", decisions=False)
    assert {item["record"]["id"] for item in every["items"]} == {task, held, other}
    assert [item["record"]["id"] for item in bare["items"]] == [task]
    assert [linked["record_id"] for linked in _item(bare, task)["linked"]] == [held]
