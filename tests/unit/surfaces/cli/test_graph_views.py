"""Work, profile and relations are shown with handles, in the order in which one acts on them."""

from phantasm.surfaces.cli import graph_views
from tests.conftest import Project
from tests.unit.surfaces.cli.rendering import printed


def _task(project: Project, statement: str, *depends_on: str, **payload: str) -> str:
    links = [{"type": "depends_on", "target": target} for target in depends_on]
    return project.hold(statement, record_kind="task", payload={"status": "open"} | payload, links=links)


def _handle(project: Project, record_id: str) -> str:
    return str(project.get("inspect", ids=[record_id])["records"][0]["handle"])


def test_shows_ready_before_blocked_and_what_is_late(project: Project) -> None:
    first = _task(project, "Add health checks.", due="2026-10-01")
    second = _task(project, "Switch the traffic.", first)
    third = _task(project, "Write the runbook.", second, due="2027-01-01", owner="sarah")
    shown = printed(graph_views.work(project.get("work_graph")))
    assert shown.index("ready") < shown.index("Add health checks.") < shown.index("blocked")
    one, two = _handle(project, first), _handle(project, second)
    assert f"{two}, {two} → {one}" in shown
    assert f"overdue: {one}" in shown
    assert f"due: 2027-01-01 {_handle(project, third)}" in shown
    assert shown.endswith("3 of 3 items")


def test_shows_progress_and_circles(project: Project) -> None:
    goal = project.hold("Deploy without downtime.", record_kind="goal")
    part = [{"type": "part_of", "target": goal}]
    project.hold("Add health checks.", record_kind="task", payload={"status": "done"}, links=part)
    one = project.hold("Switch the traffic.", record_kind="task", links=part)
    two = _task(project, "Write the runbook.", one)
    project.get("link", id=one, links=[{"type": "depends_on", "target": two}])
    shown = printed(graph_views.work(project.get("work_graph")))
    assert "open 1/2" in shown
    assert "in a circle: " in shown


def test_shows_sections_with_links_and_conflicts(project: Project) -> None:
    project.hold("Ledger is the billing service.", record_kind="identity")
    about = [{"type": "about", "target": "person:sarah"}]
    project.hold("Sarah reviews payments.", record_kind="person", links=about)
    project.hold("Amounts are integers.", record_kind="constraint", subject_key="money")
    key = {"record_kind": "constraint", "subject_key": "money", "on_conflict": "conflict"}
    project.get("ingest", statement="Amounts are decimals.", **key)
    shown = printed(graph_views.profile(project.get("profile_graph")))
    assert shown.index("identity (1)") < shown.index("people (1)") < shown.index("boundaries (1)")
    assert "about → person:sarah" in shown
    assert "live, in_conflict Amounts are integers." in shown
    assert "undecided: " in shown


def test_says_that_nothing_is_known(project: Project) -> None:
    assert "phantasm add --kind identity" in printed(graph_views.profile(project.get("profile_graph")))
    assert printed(graph_views.work(project.get("work_graph"))) == "0 of 0 items"


def test_shows_relations_and_what_was_left_out(project: Project) -> None:
    base = project.hold("Staging has 40 connections.")
    for number in range(3):
        link = {"type": "depends_on", "target": base}
        project.hold(f"Something else rests on it, number {number}: {'abc'[number]}.", links=[link])
    shown = printed(graph_views.relations(project.get("relationships", root_id=base, max_nodes=2)))
    assert shown.splitlines()[0].endswith("Staging has 40 connections.")
    assert "depends_on" in shown
    assert "2 more at depth 1 (max_nodes)" in shown
