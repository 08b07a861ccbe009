"""From sessions to a skill and back: what worked is learned and exported, and withdrawn when it fails."""

from pathlib import Path
from typing import Any

import pytest

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


def work(project: Project, day: int, request: str, *commands: str) -> None:
    """A session in which somebody asks for something, and commands are run for it."""
    at = f"2026-10-{day}T09:"
    turns: list[dict[str, Any]] = [{"id": "0", "role": "user", "text": request, "at": f"{at}00:00Z"}]
    for number, command in enumerate(commands, start=1):
        call = {"call": f"c{number}", "at": f"{at}{number:02}:00Z"}
        turns.append({"id": f"{number}a", "role": "assistant", "tool": "Bash", "command": command, **call})
        turns.append({"id": f"{number}b", "role": "tool", "text": "done", "exit_code": 0, **call})
    project.get("session_append", session_id=f"s{day}", turns=turns)
    project.get("session_end", session_id=f"s{day}")


DEPLOY = (
    "docker build -t shop:{0} .",
    "docker push shop:{0}",
    "kubectl -n staging-{0} set image deployment/shop shop=shop:{0}",
)
MIGRATE = ("alembic revision -m 'add {1}'", "alembic upgrade head", "pytest tests/test_{1}.py")
PUBLISH = ("npm version patch", "npm publish --access public")


@pytest.mark.parametrize(
    ("requests", "commands", "title", "name"),
    [
        (
            ["Deploy build {0} of the shop to staging-{0}."] * 4,
            DEPLOY,
            "Deploy build {shop} of the shop to staging-{shop}",
            "deploy-build-of-the-shop-to-staging",
        ),
        (
            [*["Fix ticket ABC-4{0}: add a migration for {1}"] * 3, "ABC-7 needs a migration for {1}"],
            MIGRATE,
            "Fix ticket {ticket}: add a migration for {name}",
            "fix-ticket-add-a-migration-for",
        ),
        (
            [
                "What's the default size of the connection pool?",
                "Where do we set the size of the connection pool?",
                "Which test covers the connection pool?",
                "How big is the connection pool by default?",
            ],
            ("pip install -e .", "pytest -q tests/test_pool.py"),
            "pip install; pytest",
            "pip-install-pytest",
        ),
        (
            [
                "Ship the library.",
                "Please ship it to npm",
                "ship the library now",
                "Ship the library",
            ],
            PUBLISH,
            "npm version; npm publish",
            "npm-version-npm-publish",
        ),
    ],
)
def test_a_procedure_is_named_by_what_its_steps_do_and_its_sessions_share(
    project: Project, requests: list[str], commands: tuple[str, ...], title: str, name: str
) -> None:
    for number, request in enumerate(requests):
        thing = ("orders", "payments", "carts", "users")[number]
        work(project, 10 + number, *(text.format(number, thing) for text in (request, *commands)))
    project.get("learn_procedures", profile="scheduler")
    (found,) = project.get("procedures", standings=["verified", "candidate"])["procedures"]
    assert found["title"] == title
    if found["standing"] == "candidate":
        project.get("review", profile="cli", action="accept", ids=[found["id"]])
    project.get("verify", profile="cli", ids=[found["id"]])
    project.get("skills_export", profile="cli")
    (skill,) = skills(project)
    assert skill.parent.name == name
    assert f"# {title}".split("{")[0] in skill.read_text(encoding="utf-8").replace("\\", "")
