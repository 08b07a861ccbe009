"""Pruning takes turns of brief episodes, never what a record rests on, and the chain stays whole."""

from datetime import timedelta

from phantasm.storage.inspection import reader
from phantasm.storage.journal import verify
from tests.conftest import Project
from tests.sessions import hand_over, maintain, session, statements

SAID = "The export service listens on port 8123."
OLD = session("old", "Please speed up the upload.", SAID, days_ago=50)


def _prune(project: Project, **params: object) -> dict[str, object]:
    return project.get("prune", profile="scheduler", **params)


def _aged(project: Project, days: int = 8) -> None:
    """Condense what is old, and let so many days pass."""
    hand_over(project, OLD)
    maintain(project, prune=False)
    project.clock.advance(timedelta(days=days))


def _counts(project: Project) -> dict[str, int]:
    with project.runtime.environment.database.read() as (connection, _):
        names = ("turns", "evidence", "units")
        return {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}  # noqa: S608


def test_keeps_an_episode_whole_while_its_run_can_be_undone(project: Project) -> None:
    _aged(project, days=6)
    assert _prune(project)["sessions"] == 0


def test_takes_turns_and_keeps_what_a_record_rests_on(project: Project) -> None:
    _aged(project)
    result = _prune(project)
    assert (result["sessions"], result["turns"], result["evidence_kept"]) == (1, 5, 1)
    assert _counts(project)["turns"] == 0
    (record_id,) = statements(project).values()
    (record,) = project.get("inspect", profile="cli", ids=[record_id])["records"]
    seen = project.get("inspect", profile="cli", ids=record["evidence_ids"])["evidence"]
    assert [one["text"] for one in seen] == [SAID]


def test_keeps_the_brief_account(project: Project) -> None:
    _aged(project)
    _prune(project)
    (found,) = project.get("inspect", profile="cli", ids=["old"])["episodes"]
    assert found["session"]["episode"] == "condensed"
    assert "upload" in found["episode"]["summary"]
    assert found["episode"]["client"] == "claude_code"


def test_removes_the_remains_of_the_index(project: Project) -> None:
    _aged(project)
    before = _counts(project)["units"]
    _prune(project)
    _prune(project)
    assert _counts(project)["units"] < before


def test_shows_what_would_go(project: Project) -> None:
    _aged(project)
    before = _counts(project)
    assert _prune(project, dry_run=True)["sessions"] == 1
    assert _counts(project) == before


def test_asks_a_person_who_wants_less_kept(project: Project) -> None:
    _aged(project)
    assert project.fail("prune", profile="scheduler", retention_days=0) == "confirmation_required"
    response = project.confirm("prune", {"retention_days": 0}, retention_days=0)
    assert response.error is None


def test_thins_the_journal_and_keeps_it_verifiable(project: Project) -> None:
    _aged(project, days=60)
    while not _prune(project)["done"]:
        pass
    environment = project.runtime.environment
    with environment.database.read() as (connection, head):
        verdict = verify(reader(connection, head))
    assert verdict.problems == ()
    assert verdict.thinned > 0


def test_refuses_to_undo_what_the_journal_no_longer_tells(project: Project) -> None:
    hand_over(project, OLD)
    run = maintain(project, prune=False, passes=["condense"])
    project.clock.advance(timedelta(days=60))
    while not _prune(project)["done"]:
        pass
    assert project.fail("undo", profile="cli", session_id=run["run_id"]) in {"erased", "invalid_params"}
