"""A whole run: budget, dry run, checks and laws; one undo takes all of it back, one more brings it back."""

from pathlib import Path

from phantasm.runtime import maintaining
from tests.conftest import Project
from tests.sessions import digest, hand_over, maintain, session, statements

SAID = "The export service listens on port 8123."
SESSIONS = (
    session("s1", SAID, days_ago=50),
    session("s2", "We decided to use PostgreSQL 15 for invoices.", days_ago=45),
    session("s3", "We decided to use PostgreSQL 16 for invoices.", days_ago=3),
    session("s4", "We decided to use PostgreSQL 16 for invoices.", days_ago=2),
)


def test_does_everything_and_reports_it(project: Project) -> None:
    hand_over(project, *SESSIONS)
    told = maintain(project)
    assert told["state"] == "done"
    passes = told["passes"]
    assert isinstance(passes, dict)
    assert passes["claims"]["sessions"] == 4
    assert passes["condense"] == {"condensed": 2}


def test_is_undone_and_done_again_as_a_whole(project: Project) -> None:
    hand_over(project, *SESSIONS)
    before = digest(project)
    run = maintain(project, prune=False)
    after = digest(project)
    assert after != before
    undone = project.ask("undo", profile="cli", session_id=run["run_id"])
    assert undone.error is None
    assert digest(project) == before
    project.get("undo", profile="cli", operations=[undone.provenance.operation_id])
    assert digest(project) == after


def test_does_nothing_the_second_time(project: Project) -> None:
    hand_over(project, *SESSIONS)
    maintain(project)
    before = digest(project)
    assert maintain(project)["changes"] == 0
    assert digest(project) == before


def test_shows_what_it_would_do(project: Project) -> None:
    hand_over(project, *SESSIONS)
    before = digest(project)
    told = maintain(project, dry_run=True)
    assert told["state"] == "dry_run"
    assert digest(project) == before


def test_stops_at_its_budget_and_goes_on_next_time(project: Project) -> None:
    hand_over(project, *(session(f"s{n}", "Please help.", days_ago=40 + n) for n in range(4)))
    first = maintain(project, budget=2)
    assert (first["state"], first["changes"]) == ("stopped", 2)
    assert "budget" in str(first["reason"])
    assert maintain(project)["changes"] == 2


def test_beats_between_its_steps(project: Project) -> None:
    beats: list[int] = []
    maintaining.run(project.runtime, {}, lambda: beats.append(1))
    assert len(beats) >= 3


def _check(root: Path, text: str) -> None:
    folder = root / ".phantasm" / "checks"
    folder.mkdir()
    (folder / "memory.toml").write_text(text)


def test_takes_back_what_breaks_an_assertion(project: Project) -> None:
    held = "We decided to use PostgreSQL 14 for invoices."
    project.hold(held, record_kind="decision", quality={"confidence": 0.5}, valid_from="2026-01-01T00:00:00Z")
    text = '[[check]]\nname = "still 14"\nquery = "invoices database"\nincludes = ["PostgreSQL 14"]\n'
    _check(project.root, text)
    hand_over(project, *SESSIONS)
    told = maintain(project)
    assert told["state"] == "done"
    assert "still 14" in str(told["reason"])
    assert held in {record["statement"] for record in project.get("list")["records"]}


def test_is_not_blamed_for_an_assertion_that_did_not_hold_before(project: Project) -> None:
    _check(project.root, '[[check]]\nname = "never"\nquery = "x"\nincludes = ["a unicorn"]\n')
    hand_over(project, *SESSIONS)
    assert maintain(project)["state"] == "done"


def test_leaves_what_a_person_froze(project: Project) -> None:
    record = project.get(
        "ingest",
        profile="cli",
        record_kind="decision",
        statement="We decided to use PostgreSQL 14 for invoices.",
    )["results"][0]["record_id"]
    project.get("set_state", profile="cli", action="freeze", ids=[record])
    hand_over(project, *SESSIONS)
    told = maintain(project)
    assert told["state"] == "done"
    assert record in statements(project).values()
