"""Whoever opens the project next takes in what hooks left, and makes anew what its writes made old."""

import json
from pathlib import Path

from phantasm.contracts.agent_event import PROMPT, SESSION_START, AgentEvent
from phantasm.runtime.hooks import standing
from phantasm.runtime.hooks.standing import refresh
from phantasm.runtime.hooks.tending import IRRELEVANT, tended
from phantasm.surfaces.hooks import inbox, ready
from tests.conftest import Project


def _event(project: Project, kind: str, text: str = "") -> AgentEvent:
    event = AgentEvent(kind, "copilot", kind, "s1")
    event.at, event.folder, event.text = "2026-11-01T12:00:00.000000Z", str(project.root), text
    return event


def _ready(project: Project) -> ready.Ready | None:
    return ready.find(str(project.paths.state), "codex", str(project.root))


def test_takes_in_what_hooks_left(project: Project) -> None:
    inbox.keep(str(project.paths.state), _event(project, SESSION_START))
    inbox.keep(str(project.paths.state), _event(project, PROMPT, "Make the build pass."))
    with tended(project.root) as runtime:
        answered = runtime.handle(project.request("sessions"))
    assert answered.data is not None
    assert '"id": "s1"' in json.dumps(answered.data)
    assert list(project.paths.inbox.glob("*.json")) == []


def test_makes_anew_what_its_writes_made_old(project: Project) -> None:
    with project.open() as runtime:
        refresh(runtime, "codex")
    with tended(project.root) as runtime:
        request = project.request("ingest", record_kind="constraint", statement="Never deploy on Fridays.")
        assert runtime.handle(request).error is None
    told = json.loads((project.paths.ready / "codex.json").read_text())
    assert "Never deploy on Fridays" in told["context"]


def test_leaves_alone_what_nobody_asked_for(project: Project) -> None:
    with tended(project.root) as runtime:
        assert (
            runtime.handle(project.request("ingest", record_kind="fact", statement="A port.")).error is None
        )
    assert list(project.paths.ready.glob("*")) == []


def test_answers_where_there_is_no_project(tmp_path: Path) -> None:
    with tended(tmp_path) as runtime:
        assert runtime.handle({"operation": "describe", "params": {}}).error is None


def test_both_who_look_agree_on_what_does_not_matter() -> None:
    for name in IRRELEVANT:
        assert f"'{name}'" in ready.CHANGED
    assert ready.CHANGED.count("'") == 2 * len(IRRELEVANT)


def test_what_is_made_ready_is_taken_by_the_hook(project: Project) -> None:
    """The one who writes and the one who reads agree on everything that is compared."""
    project.hold("Never deploy on Fridays.", record_kind="constraint", profile="cli")
    project.runtime.close()
    standing.make_ready(project.root, ["codex"])
    found = _ready(project)
    assert found is not None
    assert "Never deploy" in found.context
