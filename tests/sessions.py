"""Sessions for tests of learning: what somebody said on which day, as `session_append` takes it."""

from datetime import UTC, datetime, timedelta
from typing import Any

from phantasm.contracts.model import JsonObject
from phantasm.runtime import maintaining
from phantasm.storage.inspection import reader
from tests.conftest import Project
from tools.evaluation.digest import held

TODAY = datetime(2026, 11, 1, tzinfo=UTC)
"""The day on which a test's clock starts."""


def session(
    name: str, *said: str, days_ago: float = 1, answer: str = "The upload is done."
) -> dict[str, Any]:
    """Return a session in which a user said something, and a test passed."""
    begins = TODAY - timedelta(days=days_ago)
    turns: list[dict[str, Any]] = [
        *({"role": "user", "text": text} for text in said),
        {"role": "assistant", "tool": "Bash", "command": "pytest tests/test_upload.py", "call": "a"},
        {"role": "tool", "call": "a", "text": "3 passed in 0.2s", "exit_code": 0},
        {"role": "assistant", "text": answer},
    ]
    for place, turn in enumerate(turns):
        turn |= {"id": f"t{place}", "at": (begins + timedelta(minutes=place)).isoformat()}
    ended_at = (begins + timedelta(minutes=len(turns))).isoformat()
    return {"session_id": name, "turns": turns, "ended_at": ended_at}


def hand_over(project: Project, *sessions: dict[str, Any]) -> None:
    """Hand sessions over, each in a request of its own."""
    for one in sessions:
        project.get("session_append", sessions=[one])


def maintain(project: Project, **params: Any) -> JsonObject:
    """Do a whole run of maintenance."""
    return maintaining.run(project.runtime, params, lambda: None)


def statements(project: Project, state: str = "live") -> dict[str, str]:
    """Return the ids of the records in a state by what they say."""
    found = project.get("list", profile="cli", states=[state], limit=200)["records"]
    return {record["statement"]: record["id"] for record in found}


def digest(project: Project) -> str:
    """Return the digest of everything that the project holds."""
    environment = project.runtime.environment
    with environment.database.read() as (connection, head):
        return held(reader(connection, head), environment.blobs).digest
