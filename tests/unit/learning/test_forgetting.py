"""Who forgets a turn or a session forgets it everywhere: in what was made of it, in files, in backups."""

from datetime import timedelta
from typing import Any

import pytest

from tests.conftest import Project
from tests.sessions import maintain, session

WORDS = "The staging server of Miriam Holt runs on port 8400."
ENDED = "2026-07-01T10:05:00Z"


def _turn(name: str, text: str, role: str = "user", **more: Any) -> dict[str, Any]:
    return {"id": name, "role": role, "text": text} | more


def _tell(project: Project, text: str = WORDS, **about: Any) -> None:
    turns = [_turn("1", text, at="2026-07-01T10:00:00Z"), _turn("2", "Noted.", "assistant")]
    project.get("session_append", session_id="s1", turns=turns, ended_at=ENDED, **about)


def _evidence(project: Project) -> str:
    found = project.get("search", query="Miriam", tiers=["evidence"])["hits"]
    return next(str(hit["id"]) for hit in found if "Miriam" in hit["text"])


def _told(project: Project) -> str:
    shown = [project.get("inspect", ids=["s1"]), project.get("episodes"), project.get("sessions")]
    shown += [project.get("search", query="Miriam Holt"), project.get("compile", query="Miriam Holt")]
    return str(shown)


def _files(project: Project) -> list[str]:
    kept = [path for path in project.paths.state.rglob("*") if path.is_file() and "backups" not in path.parts]
    return [path.name for path in kept if b"Miriam" in path.read_bytes()]


def _forget(project: Project, *names: str) -> None:
    project.get("set_state", ids=list(names), action="tombstone")


@pytest.mark.parametrize("whole", [True, False])
def test_leaves_nothing_of_what_was_said(project: Project, whole: bool) -> None:  # noqa: FBT001  a case
    _tell(project)
    _forget(project, "s1" if whole else _evidence(project))
    assert "Miriam" not in _told(project)
    assert _files(project) == []


def test_leaves_nothing_in_what_was_answered(project: Project) -> None:
    project.get("session_start", session_id="s1", title="Miriam Holt")
    _tell(project)
    project.get("session_end", session_id="s1")
    _forget(project, "s1")
    assert _files(project) == []


def test_leaves_nothing_in_a_brief_account(project: Project) -> None:
    _tell(project, "Call Miriam Holt about the upload form.")
    maintain(project)
    _forget(project, _evidence(project))
    assert "Miriam" not in _told(project)
    assert _files(project) == []


def test_leaves_nothing_where_a_session_began_before_its_first_turn(project: Project) -> None:
    _tell(project, "Call Miriam Holt about the upload form.", started_at="2026-07-01T09:59:00Z")
    maintain(project)
    _forget(project, _evidence(project))
    assert "Miriam" not in _told(project)
    assert _files(project) == []


def test_leaves_nothing_where_the_turns_are_gone(project: Project) -> None:
    _tell(project)
    maintain(project)
    project.clock.advance(timedelta(days=200))
    maintain(project)
    for record in project.get("list", profile="cli", states=["live", "archived"])["records"]:
        _forget(project, record["id"])
    assert "Miriam" not in _told(project)
    assert _files(project) == []


def test_an_old_session_is_forgotten_as_a_whole(project: Project) -> None:
    _tell(project, "Call Miriam Holt about the upload form.")
    maintain(project)
    project.clock.advance(timedelta(days=200))
    maintain(project)
    _forget(project, "s1")
    assert "Miriam" not in _told(project)
    assert _files(project) == []


def test_names_what_rests_on_it_and_forgets_it_with_that(project: Project) -> None:
    project.get("session_append", sessions=[session("s1", WORDS)])
    maintain(project)
    refused = project.ask("set_state", ids=["s1"], action="tombstone")
    assert refused.error is not None
    assert refused.error.code == "stale_target"
    (request,) = [step.request for step in refused.remediation if step.request]
    again = project.runtime.handle(request | {"request_id": "again", "idempotency_key": "again"})
    assert again.error is None
    _forget(project, "s1")
    assert "Miriam" not in _told(project)
    assert _files(project) == []


def test_stays_forgotten_when_it_is_handed_over_again(project: Project) -> None:
    _tell(project)
    _forget(project, "s1")
    _tell(project)
    project.get("session_start", session_id="s1", title="Miriam Holt")
    project.get("report_outcome", session_id="s1", outcome="success", reason="it works")
    maintain(project)
    assert "Miriam" not in _told(project)
    assert _files(project) == []


@pytest.mark.parametrize("whole", [True, False])
def test_stays_forgotten_when_a_backup_comes_back(project: Project, whole: bool) -> None:  # noqa: FBT001  a case
    _tell(project)
    backup = project.get("backup_create", profile="cli")["backup_id"]
    _forget(project, "s1" if whole else _evidence(project))
    assert project.confirm("backup_restore", {"backup_id": backup}, backup_id=backup).error is None
    assert "Miriam" not in _told(project)
    _tell(project)
    assert "Miriam" not in _told(project)


@pytest.mark.parametrize("whole", [True, False])
def test_stays_forgotten_when_it_has_grown_since_the_backup(project: Project, whole: bool) -> None:  # noqa: FBT001  a case
    _tell(project, "Call Miriam Holt.")
    backup = project.get("backup_create", profile="cli")["backup_id"]
    _tell(project, "Call Miriam Holt about the upload form.")
    _forget(project, "s1" if whole else _evidence(project))
    assert project.confirm("backup_restore", {"backup_id": backup}, backup_id=backup).error is None
    assert "Miriam" not in _told(project)


@pytest.mark.parametrize("action", ["archive", "retract", "restore"])
def test_only_a_tombstone_forgets(project: Project, action: str) -> None:
    turns = [{"id": "1", "role": "assistant", "tool": "Bash", "command": "make", "call": "a"}]
    project.get("session_append", session_id="s1", turns=turns, title="Uploads")
    assert project.fail("set_state", ids=["s1"], action=action) == "invalid_params"
    assert project.get("inspect", ids=["s1"])["sessions"][0]["title"] == "Uploads"


def test_forgetting_cannot_be_undone(project: Project) -> None:
    _tell(project)
    gone = project.ask("set_state", ids=["s1"], action="tombstone")
    assert project.fail("undo", operations=[gone.provenance.operation_id]) == "erased"
    health = project.get("health", deep=True)["store"]
    assert health["orphan_rows"] == health["chain_problems"] == health["page_problems"] == []


def test_a_replay_says_that_it_was_erased(project: Project) -> None:
    _tell(project)
    manifest = project.get("compile", query="Miriam Holt", tiers=["episode"])["manifest"]
    _forget(project, "s1")
    (missing,) = project.get("replay", manifest=manifest)["missing"]
    assert missing["why"] == "erased"
