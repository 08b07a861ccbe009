"""A memory that is made again from what was seen and decided is the same memory."""

from typing import Any

from tests.conftest import Project
from tools.evaluation.replay import rebuild

RUN = "run_00000000000000000000000001"


def talk(project: Project, session: str, *said: str, day: int = 1) -> None:
    turns: list[dict[str, Any]] = [
        {
            "id": str(place),
            "place": place,
            "role": "user",
            "text": text,
            "at": f"2026-10-{day:02}T09:0{place}:00Z",
        }
        for place, text in enumerate(said)
    ]
    project.get("session_append", session_id=session, turns=turns)
    project.get("session_end", session_id=session)


def consolidate(project: Project, run: str = RUN) -> None:
    request = project.request("consolidate", profile="scheduler", run_id=run)
    request["client"] = {"profile": "scheduler", "session_id": run}
    assert project.runtime.handle(request).error is None


def rebuilt(project: Project) -> dict[str, Any]:
    report: dict[str, Any] = rebuild(project.runtime)
    assert report["equal"], report["differences"]
    assert report["derived"]["copied"] == 0
    return report


def test_makes_an_empty_memory_again(project: Project) -> None:
    assert rebuilt(project)["entries"] == 0


def test_makes_decisions_again(project: Project) -> None:
    first = project.hold("The port is 8080.", subject_key="port", raw_evidence=[{"text": "seen"}])
    second = project.hold("The api rests on it.", links=[{"type": "depends_on", "target": first}])
    project.hold("The port is 9090.", subject_key="port", on_conflict="supersede")
    project.get("verify", ids=[second], outcome="holds")
    project.get("set_state", profile="cli", ids=[second], action="freeze")
    project.hold("The region is Berlin.", profile="generic_mcp")
    report = rebuilt(project)
    assert report["decided"]["by_operation"] == {"ingest": 4}
    assert report["derived"]["records"] == 0


def test_derives_again_what_was_learned(project: Project) -> None:
    talk(project, "s1", "The search service listens on port 8080.")
    consolidate(project)
    report = rebuilt(project)
    assert report["derived"]["records"] == 1
    assert report["derived"]["runs"] == {"consolidate": 1}
    assert report["decided"]["records"] == 0
    assert report["held"]["records"] == 1


def test_lets_decisions_about_derived_records_land_on_their_twins(project: Project) -> None:
    talk(project, "s1", "The search service listens on port 8080.")
    consolidate(project)
    (learned,) = project.get("list", everywhere=True)["records"]
    project.get("set_state", profile="cli", ids=[learned["id"]], action="freeze")
    said = f"I go by what [m:{learned['handle']}] says."
    project.get("session_append", session_id="s2", turns=[{"id": "1", "role": "assistant", "text": said}])
    project.get("session_end", session_id="s2")
    project.get("report_outcome", outcome="success", used=[learned["id"]], session_id="s2")
    report = rebuilt(project)
    assert report["held"]["uses"] >= 2


def test_makes_a_run_again_that_was_taken_back(project: Project) -> None:
    talk(project, "s1", "The search service listens on port 8080.")
    consolidate(project)
    project.get("undo", profile="cli", session_id=RUN)
    assert rebuilt(project)["held"]["records"] == 0


def test_tells_turns_of_several_writes_apart(project: Project) -> None:
    for first, last in ((0, 2), (2, 3), (3, 6)):
        turns = [
            {"id": str(n), "place": n, "role": "assistant", "tool": "Bash", "command": f"make step{n}"}
            for n in range(first, last)
        ]
        project.get("session_append", session_id="s1", turns=turns)
        consolidate(project, f"run_0000000000000000000000000{last}")
    project.get("session_end", session_id="s1")
    assert rebuilt(project)["pruned"]["appends_guessed"] == 0


def test_leaves_out_what_rests_on_erased_words(project: Project) -> None:
    talk(
        project, "s1", "The search service listens on port 8080.", "The mailer service listens on port 8025."
    )
    consolidate(project)
    first = project.get("list", everywhere=True)["records"][0]
    project.get("set_state", profile="cli", ids=[first["id"]], action="tombstone")
    report = rebuilt(project)
    assert report["held"]["records"] == 1
    assert report["pruned"]["records"] == 1


def test_says_when_the_memory_that_is_there_is_another(project: Project) -> None:
    talk(project, "s1", "The search service listens on port 8080.")
    environment = project.runtime.environment
    with environment.database.write("test") as (connection, _):
        connection.execute("UPDATE sessions SET outcome = 'success' WHERE id = 's1'")
    report: dict[str, Any] = rebuild(project.runtime)
    assert not report["equal"]
    assert set(report["differences"]) == {"sessions"}
