"""From sessions to a skill and back: what worked is learned and exported, and withdrawn when it fails."""

from pathlib import Path
from typing import Any

from tests.conftest import Project


def release(project: Project, name: str, version: str, day: int) -> None:
    """A session in which somebody releases a version."""
    commands = (
        ("make test", "12 passed in 2s"),
        (f"bumpversion --new-version {version} minor", "ok"),
        (f"git tag -a v{version} -m 'Release {version}'", ""),
        (f"git push origin v{version}", ""),
    )
    turns: list[dict[str, Any]] = [
        {
            "id": "0",
            "role": "user",
            "text": f"Please release version {version}.",
            "at": f"2026-10-{day}T09:00:00Z",
        }
    ]
    for number, (command, text) in enumerate(commands, start=1):
        at, call = f"2026-10-{day}T09:{number:02}:00Z", f"c{number}"
        turns.append(
            {
                "id": f"{number}a",
                "role": "assistant",
                "tool": "Bash",
                "command": command,
                "call": call,
                "at": at,
            }
        )
        turns.append(
            {"id": f"{number}b", "role": "tool", "text": text, "call": call, "exit_code": 0, "at": at}
        )
    project.get("session_append", session_id=name, turns=turns)
    project.get("session_end", session_id=name)


def skills(project: Project) -> list[Path]:
    return sorted((project.root / ".agents/skills").glob("*/SKILL.md"))


def outcomes(project: Project) -> list[str]:
    data = project.get("skills_export", profile="scheduler")
    return [one["outcome"] for one in data["skills"]]


def test_what_worked_becomes_a_skill_and_goes_when_it_fails(project: Project) -> None:
    for number, version in enumerate(("1.4.0", "1.5.0", "1.5.1", "2.0.0")):
        release(project, f"s{number}", version, 10 + number)
    assert outcomes(project) == []
    learned = project.get("learn_procedures", profile="scheduler")["procedures"]
    assert [one["deed"] for one in learned] == ["verified"]
    assert outcomes(project) == ["created"]
    (file,) = skills(project)
    text = file.read_text(encoding="utf-8")
    assert "git tag -a v{version}" in text
    assert "- `{version}`: such as `1.4.0`" in text
    (found,) = project.get("recall", task="release version 3.0.0 now")["procedures"]
    assert found["handle"] in text
    for number in range(2):
        project.get("report_outcome", outcome="failure", used=[found["handle"]], session_id=f"later-{number}")
    demoted = project.get("learn_procedures", profile="scheduler")["procedures"]
    assert [one["deed"] for one in demoted] == ["demoted"]
    assert outcomes(project) == ["withdrawn"]
    assert skills(project) == []
    assert project.get("recall", task="release version 3.0.0 now")["procedures"] == []
