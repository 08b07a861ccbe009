"""recall: what got past a failure, and which procedure a task calls for; never a wrong guess."""

from typing import Any

import pytest

from tests.conftest import Project

MISSING = """Traceback (most recent call last):
  File "/w/app.py", line {}
ModuleNotFoundError: No module named '{}'
"""


def run(number: int, command: str, text: str, code: int) -> list[dict[str, Any]]:
    at = f"2026-10-20T10:{number:02}:00Z"
    return [
        {
            "id": f"{number}a",
            "role": "assistant",
            "tool": "Bash",
            "command": command,
            "call": f"c{number}",
            "at": at,
        },
        {"id": f"{number}b", "role": "tool", "text": text, "call": f"c{number}", "exit_code": code, "at": at},
    ]


def session(project: Project, name: str, module: str, *way: str, line: int = 3) -> None:
    steps = [("pytest tests", MISSING.format(line, module), 1), *((one, "ok", 0) for one in way)]
    steps += [("pytest tests", "3 passed in 0.1s", 0)]
    turns = [{"id": "0", "role": "user", "text": "Make the tests pass.", "at": "2026-10-20T10:00:00Z"}]
    for number, step in enumerate(steps, start=1):
        turns += run(number, *step)
    project.get("session_append", session_id=name, turns=turns)
    project.get("session_end", session_id=name)


def failing(module: str, line: int = 77) -> dict[str, str]:
    return {"command": "pytest tests", "output": MISSING.format(line, module)}


def test_tells_what_got_past_it_and_why(project: Project) -> None:
    session(project, "one", "psycopg2", "pip install psycopg2-binary")
    session(project, "two", "psycopg2", "pip install psycopg2-binary", line=9)
    session(project, "other", "yaml", "pip install pyyaml")
    data = project.get("recall", **failing("psycopg2"))
    assert data["procedures"] == []
    (found,) = data["episodes"]
    assert found["way"] == ["pip install psycopg2-binary"]
    assert found["sessions"] == 2
    assert found["outcome"] == "success"
    assert found["why"][:2] == ["the same command failed", "both errors name psycopg2"]
    assert found["error"] == "ModuleNotFoundError: No module named 'psycopg2'"
    assert len(found["handle"]) == 8
    assert "psycopg2" in data["words"]
    assert project.get("recall", **failing("psycopg2")) == data


def test_says_nothing_about_a_failure_that_it_does_not_know(project: Project) -> None:
    session(project, "one", "psycopg2", "pip install psycopg2-binary")
    for module in ("redis", "yaml", "requests"):
        assert project.get("recall", **failing(module))["episodes"] == []
    assert project.get("recall", command="pytest", output="all fine\n")["episodes"] == []


def learn(project: Project, title: str, words: list[str], **trigger: Any) -> str:
    payload = {
        "title": title,
        "trigger": {"words": words, **trigger},
        "steps": [{"action": f"make {title.partition(' ')[0]}"}, {"action": "make check", "optional": True}],
        "parameters": [{"name": "version", "examples": ["1"]}],
    }
    return project.hold(
        f"To {title}: make it.",
        record_kind="procedure",
        subject_key=f"procedure.{title.replace(' ', '_')}",
        payload=payload,
    )


def test_finds_procedures_by_task_and_by_files(project: Project) -> None:
    release = learn(project, "release a version", ["release", "version"], files=["CHANGELOG.md"])
    learn(project, "rotate the signing key", ["rotate", "signing", "key"])
    data = project.get("recall", task="Please release the next version of the package")
    (found,) = data["procedures"]
    assert found["record_id"] == release
    assert found["steps"] == ["make release", "make check (optional)"]
    assert found["parameters"] == ["version"]
    assert found["uses"] == 0
    assert [one["record_id"] for one in project.get("recall", files=["CHANGELOG.md"])["procedures"]] == [
        release
    ]
    assert project.get("recall", task="Why is the login page slow?")["procedures"] == []
    assert project.get("recall", task="Which version of Python is this?")["procedures"] == []


def test_sensitive_and_withdrawn_procedures_stay_unsaid(project: Project) -> None:
    held = learn(project, "release a version", ["release", "version"])
    project.get("set_state", action="archive", ids=[held], reason="demoted")
    assert project.get("recall", task="release a version")["procedures"] == []


@pytest.mark.parametrize("params", [{}, {"command": "pytest"}, {"output": ""}, {"limit": 0, "task": "x"}])
def test_wants_to_know_what_fails_or_what_is_to_be_done(project: Project, params: dict[str, Any]) -> None:
    assert project.fail("recall", **params) == "invalid_params"
