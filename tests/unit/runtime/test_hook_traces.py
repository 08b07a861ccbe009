"""Is what hooks left behind found, whatever state it is in?"""

import json
from datetime import UTC, datetime
from pathlib import Path

from phantasm.contracts.agent_event import FAILURES_LOG, LATE_LOG
from phantasm.runtime.hook_traces import recent_failures, waiting_in
from tests.conftest import Project

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)


def test_names_what_waits_oldest_first(tmp_path: Path) -> None:
    for name in ("2-b.json", "1-a.json", ".half.json", "note.txt"):
        (tmp_path / name).touch()
    assert waiting_in(tmp_path) == ["1-a.json", "2-b.json"]
    assert waiting_in(tmp_path / "missing") == []


def test_reads_the_failures_of_a_day(project: Project) -> None:
    project.paths.logs.mkdir(exist_ok=True)
    old, late, new = ({"at": f"2026-{day}T11:00:00Z", "problem": "E"} for day in ("10-30", "10-31", "11-01"))
    late |= {"at": "2026-10-31T13:00:00Z"}
    lines = ["cut off}", json.dumps(old), json.dumps(new), "[]"]
    (project.paths.logs / FAILURES_LOG).write_text("\n".join(lines), encoding="utf-8")
    (project.paths.logs / LATE_LOG).write_text(json.dumps(late), encoding="utf-8")
    assert recent_failures(project.paths, NOW) == [late, new]


def test_finds_nothing_where_nothing_failed(project: Project) -> None:
    assert recent_failures(project.paths, NOW) == []
