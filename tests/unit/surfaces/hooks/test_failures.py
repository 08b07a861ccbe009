"""What goes wrong in a hook is noted by its kind and place; what only came too late is noted apart."""

import json
from pathlib import Path

from phantasm.contracts.agent_event import FAILURES_LOG, LATE_LOG, OUT_OF_TIME
from phantasm.surfaces.hooks import failures
from phantasm.surfaces.hooks.attending import TimeIsUp


def test_a_failure_is_noted_without_what_was_said(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    failures.note(str(tmp_path), ["codex", "Stop"], ValueError("the person's words"))
    told = json.loads((tmp_path / "logs" / FAILURES_LOG).read_text())
    assert (told["hook"], told["problem"]) == (["codex", "Stop"], "ValueError")
    assert "words" not in json.dumps(told)


def test_what_came_too_late_is_noted_apart(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    failures.note(str(tmp_path), ["codex", "Stop"], TimeIsUp())
    assert json.loads((tmp_path / "logs" / LATE_LOG).read_text())["problem"] == OUT_OF_TIME
    assert not (tmp_path / "logs" / FAILURES_LOG).exists()


def test_nobody_to_be_told_is_no_failure(tmp_path: Path) -> None:
    failures.note(str(tmp_path / "gone"), [], OSError())
    failures.note("", [], OSError())
