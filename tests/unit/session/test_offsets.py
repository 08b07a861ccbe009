"""How far a transcript was read is kept with its turns, or not at all."""

from typing import Any

from tests.conftest import Project

NOTE: dict[str, Any] = {
    "name": "/home/ada/.codex/sessions/rollout-1.jsonl",
    "client": "codex",
    "resume": 120,
    "size": 400,
    "digest": "d",
    "known": "{}",
}
TURN = {"id": "1", "role": "user", "text": "The clock is late."}


def _read(project: Project, **params: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = project.get("transcripts", **params)["transcripts"]
    return found


def test_turns_and_offset_are_kept_together(project: Project) -> None:
    project.get("session_append", session_id="s", turns=[TURN], transcript=NOTE)
    (noted,) = _read(project)
    assert {name: noted[name] for name in NOTE} == NOTE
    assert project.fail(
        "session_append", session_id="s", turns=[TURN | {"role": "?"}], transcript=NOTE | {"resume": 300}
    )
    assert project.ask("session_append", sessions=[], transcript=NOTE | {"resume": 200}, dry_run=True).preview
    assert [one["resume"] for one in _read(project)] == [120]


def test_a_later_note_takes_the_place_of_an_earlier_one(project: Project) -> None:
    for resume in (120, 400):
        project.get("session_append", transcript=NOTE | {"resume": resume})
    assert [one["resume"] for one in _read(project)] == [400]


def test_nothing_to_say_is_refused(project: Project) -> None:
    assert project.fail("session_append") == "invalid_params"


def test_transcripts_are_listed_page_by_page_and_by_name(project: Project) -> None:
    for name in "bca":
        project.get("session_append", transcript=NOTE | {"name": f"/{name}"})
    first = project.get("transcripts", limit=2)
    assert [one["name"] for one in first["transcripts"]] == ["/a", "/b"]
    assert [one["name"] for one in _read(project, limit=2, cursor=first["next_cursor"])] == ["/c"]
    assert [one["name"] for one in _read(project, names=["/c", "/nobody", "/a"])] == ["/a", "/c"]
