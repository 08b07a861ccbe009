"""Doctor says whether hooks are paused, failed, or left more than anybody took in."""

import json
from datetime import UTC, datetime

from phantasm.runtime.doctor.ground_checks import check_hooks
from tests.conftest import Project

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)


def _failed(project: Project, problem: str, at: str = "2026-11-01T11:00:00Z") -> None:
    line = {"at": at, "hook": ["codex", "Stop"], "problem": problem, "place": "x.py:1"}
    with (project.paths.logs / "hooks.jsonl").open("a") as file:
        file.write(json.dumps(line) + "\n")


def test_hooks_that_are_well_need_nobody(project: Project) -> None:
    found = check_hooks(project.paths, NOW)
    assert (found.verdict, found.message) == ("ok", "well")


def test_paused_hooks_are_told(project: Project) -> None:
    project.paths.paused.touch()
    found = check_hooks(project.paths, NOW)
    assert (found.verdict, found.command) == ("attention", "phantasm resume")


def test_failures_of_the_last_day_are_told(project: Project) -> None:
    _failed(project, "OSError", at="2026-10-01T11:00:00Z")
    _failed(project, "TimeIsUp")
    assert check_hooks(project.paths, NOW).verdict == "ok"
    _failed(project, "KeyError")
    found = check_hooks(project.paths, NOW)
    assert found.verdict == "attention"
    assert "failed 1 times in the last day, last with KeyError at x.py:1" in found.message


def test_a_heap_that_nobody_takes_in_is_told(project: Project) -> None:
    for number in range(101):
        (project.paths.inbox / f"{number:020d}-1.json").write_text("{}")
    found = check_hooks(project.paths, NOW)
    assert (found.verdict, found.command) == ("attention", "phantasm sessions")
