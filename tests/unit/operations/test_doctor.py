"""Does the operation say what `phantasm doctor` says, and change nothing?"""

from typing import Any

from phantasm.runtime.doctor.examination import examine
from tests.conftest import Project


def test_says_what_the_command_says(project: Project) -> None:
    project.hold("The port is 8080.")
    (project.paths.temporary / "unfinished").mkdir(parents=True)
    project.paths.store.chmod(0o644)
    response = project.ask("doctor")
    assert response.data is not None
    diagnosis = examine(project.root, pages=False)
    assert response.data["verdict"] == diagnosis.verdict == "attention"
    told = {found["check"]: found["message"] for found in _findings(response.data)}
    found = {finding.check: finding.message for finding in diagnosis.findings}
    assert list(told) == list(found)
    # Between the two looks others may write: how much room is left is said, not how much exactly.
    assert told.pop("disk").endswith("MiB free")
    del found["disk"]
    assert told == found
    commands = [step.command for step in response.remediation]
    assert commands == [finding.command for finding in diagnosis.findings if finding.command]
    assert "phantasm doctor --fix" in commands
    assert project.paths.store.stat().st_mode & 0o777 == 0o644, "nothing is mended by looking"


def test_looks_at_pages_only_when_asked(project: Project) -> None:
    project.hold("The port is 8080.")
    shallow, deep = project.get("doctor"), project.get("doctor", deep=True)
    assert "pages were not checked" in _message(shallow, "store")
    assert "every page" in _message(deep, "store")


def test_may_be_asked_by_whoever_may_read(project: Project) -> None:
    assert project.ask("doctor", profile="generic_mcp").error is None


def _findings(data: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = data["findings"]
    return found


def _message(data: dict[str, Any], check: str) -> str:
    return next(str(found["message"]) for found in _findings(data) if found["check"] == check)
