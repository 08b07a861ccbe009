"""Reasons, differences and undone operations are told in a few lines, from real answers."""

from typing import Any

from phantasm.surfaces.cli import past_views, views
from tests.conftest import Project
from tests.unit.surfaces.cli.rendering import printed


def _since(project: Project, seq: int, **more: Any) -> dict[str, Any]:
    params: dict[str, Any] = {"from": {"seq": seq}} | more
    return project.get("diff", **params)


def test_shows_what_changed_word_by_word(project: Project) -> None:
    held = project.hold("The server listens on port 8400.", subject_key="api.port")
    project.get("revise", id=held, statement="The server listens on port 8500.")
    gone = project.hold("Builds start at two.")
    project.get("set_state", ids=[gone], action="archive")
    project.hold("Builds end at three.")
    shown = printed(past_views.differences(_since(project, 1)))
    assert "listens on port [-8400-]{+8500+}." in shown
    assert "+ " in shown
    assert "Builds end at three." in shown
    assert "Builds start at two." not in shown
    assert shown.endswith("1 added, 0 removed, 1 changed")


def test_says_that_differences_were_left_out(project: Project) -> None:
    for number in range(3):
        project.hold(f"Fact number {number} is about something else: {'xyz'[number]}.")
    shown = printed(past_views.differences(_since(project, 0, limit=1)))
    assert shown.endswith("3 added, 0 removed, 0 changed, 1 shown: --limit")


def test_explains_what_became_of_what_a_record_cites(project: Project) -> None:
    (project.root / "client.py").write_text("def connect():\n    return 30\n", encoding="utf-8")
    held = project.hold("connect() in client.py waits 30 seconds.")
    (project.root / "client.py").write_text("def connect():\n    return 60\n", encoding="utf-8")
    shown = printed(past_views.explanation(project.get("explain", id=held)))
    assert "changed    symbol:client.py#connect" in shown
    assert "\n  -    return 30\n  +    return 60\n" in shown


def test_explains_a_withdrawn_record(project: Project) -> None:
    held = project.hold(
        "The server listens on port 8400.", raw_evidence=[{"text": "port = 8400", "source": "a.toml"}]
    )
    project.get("set_state", ids=[held], action="retract", reason="it never did")
    shown = printed(past_views.explanation(project.get("explain", id=held)))
    assert "because: it never did" in shown
    assert "port = 8400" in shown
    assert "a.toml" in shown
    assert "events:" in shown


def test_explains_evidence(project: Project) -> None:
    held = project.hold("The port is 8400.", raw_evidence=[{"text": "port = 8400", "source": "a.toml"}])
    seen = project.get("explain", id=held)["evidence"][0]
    shown = printed(past_views.explanation(project.get("explain", id=f"e:{seen['handle']}")))
    assert f"evidence: e:{seen['handle']} (agent) a.toml" in shown
    assert "An agent said it (a.toml)" in shown
    assert f"rests on it:\n  evidence {held} live The port is 8400." in shown


def test_shows_the_place_among_the_hits(project: Project) -> None:
    held = project.hold("Invoices are stored in PostgreSQL.")
    handle = project.get("inspect", ids=[held])["records"][0]["handle"]
    shown = printed(past_views.explanation(project.get("explain", id=f"m:{handle}", query="invoices")))
    assert shown.startswith("  It is number 1 of 1")
    assert f"  {handle}  fact  live" in shown
    assert "found by words" in shown


def test_explains_doubt_with_its_path(project: Project) -> None:
    base = project.hold("Staging has 40 connections.")
    resting = project.hold("The test uses 40 workers.", links=[{"type": "depends_on", "target": base}])
    project.get("revise", id=base, statement="Staging has 80 connections.")
    shown = printed(past_views.explanation(project.get("explain", id=resting)))
    assert "waits for a decision: doubtful" in shown
    assert f"path: {base} → {resting}" in shown
    assert "depends_on" in shown


def test_explains_an_operation(project: Project) -> None:
    held = project.hold("One.")
    operation = project.get("audit")["entries"][0]["id"]
    shown = printed(past_views.explanation(project.get("explain", id=operation)))
    assert f"create record {held}" in shown


def test_shows_what_went_back(project: Project) -> None:
    held = project.hold("One.")
    operation = project.get("audit")["entries"][0]["id"]
    shown = printed(past_views.undone(project.get("undo", operations=[operation])))
    assert shown.splitlines() == [f"undone: {operation}", f"  record  {held}: live → archived"]


def test_history_names_the_operations_that_can_be_undone(project: Project) -> None:
    held = project.hold("One.")
    operation = project.get("audit")["entries"][0]["id"]
    assert operation in printed(views.lineage(project.get("history", id=held)))
