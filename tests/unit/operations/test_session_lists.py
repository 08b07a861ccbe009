"""Sessions and episodes are listed newest first, page by page, by state, client, outcome and time."""

from typing import Any

import pytest

from tests.conftest import Project


@pytest.fixture
def told(project: Project) -> Project:
    """Return a project with sessions of two clients, the newest of them open."""
    for number in range(5):
        turns: list[dict[str, Any]] = [
            {
                "id": "1",
                "role": "user",
                "text": f"Mend clock {number}.",
                "at": f"2026-10-0{number + 1}T10:00:00Z",
            },
            {"id": "2", "role": "assistant", "tool": "Bash", "command": "pytest", "call": "c"},
            {
                "id": "3",
                "role": "tool",
                "call": "c",
                "text": "1 failed" if number % 2 else "1 passed",
                "exit_code": number % 2,
            },
        ]
        ended = {} if number == 4 else {"ended_at": f"2026-10-0{number + 1}T11:00:00Z"}
        agent = "codex" if number < 2 else "claude_code"
        project.get("session_append", session_id=f"s{number}", agent=agent, turns=turns, **ended)
    return project


def names(data: dict[str, Any]) -> list[str]:
    """Return which sessions a page has."""
    if "sessions" in data:
        return [one["id"] for one in data["sessions"]]
    return [one["session"]["id"] for one in data["episodes"]]


@pytest.mark.parametrize(
    ("operation", "every"),
    [("sessions", ["s4", "s3", "s2", "s1", "s0"]), ("episodes", ["s3", "s2", "s1", "s0"])],
)
def test_pages_follow_one_another(told: Project, operation: str, every: list[str]) -> None:
    assert names(told.get(operation)) == every
    found: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = told.get(operation, limit=2, **cursor)
        found += names(page)
        if "next_cursor" not in page:
            break
        cursor = {"cursor": page["next_cursor"]}
    assert found == every
    assert told.fail(operation, cursor="nowhere") == "invalid_params"


def test_sessions_are_narrowed(told: Project) -> None:
    assert names(told.get("sessions", state="open")) == ["s4"]
    assert names(told.get("sessions", agent="codex")) == ["s1", "s0"]
    assert names(told.get("sessions", since="2026-10-02", until="2026-10-04")) == ["s2", "s1"]
    assert names(told.get("sessions", outcome="failure")) == ["s3", "s1"]


def test_episodes_are_narrowed(told: Project) -> None:
    assert names(told.get("episodes", outcome="success")) == ["s2", "s0"]
    assert names(told.get("episodes", agent="claude_code")) == ["s3", "s2"]
    assert names(told.get("episodes", states=["archived"])) == []
    assert names(told.get("episodes", since="2026-10-03")) == ["s3", "s2"]
    (found,) = told.get("episodes", session_ids=["s1", "nobody", "s4"])["episodes"]
    assert (found["session"]["id"], found["episode"]["outcome"]) == ("s1", "failure")


def test_a_session_without_times_has_its_place(told: Project) -> None:
    told.get("session_append", session_id="timeless", turns=[{"id": "1", "role": "user", "text": "Hello."}])
    assert names(told.get("sessions", limit=1)) == ["timeless"]
