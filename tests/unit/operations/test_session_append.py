"""Turns lose what we said ourselves and what touches ignored files, whatever batch they come in."""

from pathlib import Path
from typing import Any

import pytest

from phantasm.config.paths import Paths
from phantasm.context.echoes import fingerprints
from phantasm.learning.capturing import whole_turns
from phantasm.session import pauses
from phantasm.session.given import file_of, note
from phantasm.session.model import Turn
from phantasm.storage.inspection import reader
from tests.conftest import Project
from tests.fixtures.projects import lay_out_state

FACT = "The upload service listens on port 8443 behind the proxy of the staging cluster."
AT = "2026-10-30T00:00:00.000000Z"
USE: dict[str, Any] = {"id": "1", "role": "assistant", "tool": "Bash", "call": "a"}
ANSWER: dict[str, Any] = {"id": "2", "role": "tool", "call": "a", "text": FACT, "exit_code": 1}


def kept(project: Project, session: str = "s") -> dict[str, Turn]:
    """Return the turns of a session, by id."""
    with project.runtime.environment.database.read() as (connection, head):
        return {turn.id: turn for turn in whole_turns(reader(connection, head), session)}


def give(project: Project, session: str, client: str = "claude_code") -> None:
    """Note that a session was handed the fact."""
    note(project.paths.given, client, session, at=AT, prints=fingerprints(f"- {FACT} [m:k3v9qd2a]"))


@pytest.mark.parametrize(
    ("fields", "client", "session"),
    [
        ({"session_id": "s"}, "claude_code", "s"),
        ({"session_id": "s", "agent": "codex"}, "codex", "s"),
        ({"session_id": "s", "continues": "before"}, "claude_code", "before"),
        (
            {"sessions": [{"session_id": "s", "turns": [{"id": "1", "role": "assistant", "text": FACT}]}]},
            "",
            "s",
        ),
    ],
)
def test_an_echo_of_what_a_session_was_handed_is_not_kept(
    project: Project, fields: dict[str, Any], client: str, session: str
) -> None:
    give(project, session, client or "claude_code")
    turns: dict[str, Any] = (
        {} if "sessions" in fields else {"turns": [{"id": "1", "role": "assistant", "text": FACT}]}
    )
    project.get("session_append", **fields, **turns)
    assert kept(project) == {}


def test_what_another_session_was_handed_is_this_one_s_own(project: Project) -> None:
    give(project, "other")
    project.get("session_append", session_id="s", turns=[{"id": "1", "role": "assistant", "text": FACT}])
    assert kept(project)["1"].text == FACT


def test_damaged_notes_change_nothing(project: Project) -> None:
    give(project, "s")
    file_of(project.paths.given, "claude_code", "s").write_bytes(b"\x00{]")
    project.get("session_append", session_id="s", turns=[{"id": "1", "role": "assistant", "text": FACT}])
    assert kept(project)["1"].text == FACT


def test_an_output_of_ours_is_known_when_it_comes_later(project: Project) -> None:
    project.get("session_append", session_id="s", turns=[USE | {"command": "phantasm search upload"}])
    project.get("session_append", session_id="s", turns=[ANSWER])
    assert (kept(project)["2"].text, kept(project)["2"].exit_code) == ("", 1)


@pytest.fixture
def careful(tmp_path: Path) -> Any:
    """Yield a project that ignores some files."""
    lay_out_state(Paths(tmp_path))
    Paths(tmp_path).settings.write_text(
        'version = "v1"\n[hooks]\nignore = ["secrets/**"]\n', encoding="utf-8"
    )
    made = Project(tmp_path)
    yield made
    made.runtime.close()


@pytest.mark.parametrize("at_once", [True, False])
def test_nothing_of_an_ignored_file_is_kept(careful: Project, at_once: bool) -> None:  # noqa: FBT001
    use = USE | {"command": "cat secrets/prod.env", "input_tokens": 7}
    batches = [[use, ANSWER]] if at_once else [[use], [ANSWER]]
    for turns in batches:
        careful.get("session_append", session_id="s", turns=turns)
    (turn,) = kept(careful).values()
    assert (turn.tool, turn.command, turn.files, turn.text, turn.slot) == ("ignored", None, (), "", "action")
    assert turn.spent is not None
    assert "secrets" not in str(turn)


def test_other_files_are_kept(careful: Project) -> None:
    careful.get("session_append", session_id="s", turns=[USE | {"command": "cat README.md"}, ANSWER])
    assert kept(careful)["1"].command == "cat README.md"


def test_what_a_transcript_says_of_a_pause_is_left_out(project: Project) -> None:
    pauses.begin(project.paths, "2026-11-01T10:00:00.000000Z")
    pauses.end(project.paths, "2026-11-01T11:00:00.000000Z")
    turns = [
        {"id": str(hour), "role": "user", "text": f"Said at {hour}.", "at": f"2026-11-01T{hour:02}:30:00Z"}
        for hour in (9, 10, 11)
    ]
    read = {"name": "/t.jsonl", "client": "codex", "resume": 1, "size": 1, "digest": "d", "known": "{}"}
    told = project.get("session_append", session_id="s", turns=turns, transcript=read)
    assert told["added"] == 2
    assert project.get("session_append", session_id="s2", turns=turns)["added"] == 3
