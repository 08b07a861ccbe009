"""A store over its bound comes back within it on disk, as `du` counts, or says that nothing more may go."""

import random
import sqlite3
import subprocess
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

from phantasm.config.editing import approve, proposal, set_value
from phantasm.config.paths import Paths
from tests.conftest import Project
from tests.sessions import hand_over, maintain, session

BOUND_BYTES = 10_000_000
"""The smallest bound that can be chosen."""
DOCS = Path(__file__).parents[2] / "docs"


def _choose_bound(project: Project) -> None:
    set_value(project.paths.settings, "maintenance.size_bound_megabytes", "10")
    approve(proposal(project.paths))
    project.runtime.close()
    project.runtime = project.open()


def _du(paths: Paths) -> int:
    """Return what `du` shows of the store: its file and log, raw evidence and vectors."""
    files = paths.state.glob("store.sqlite*")
    told = subprocess.run(
        ["du", "-sck", *files, paths.raw, paths.indexes],  # noqa: S607  the one that everybody runs
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return int(told.splitlines()[-1].split()[0]) * 1024


def _long_sessions(megabytes: float) -> list[dict[str, Any]]:
    """Return sessions of two months ago with so much text, in the words of the documentation."""
    words = " ".join(path.read_text(encoding="utf-8") for path in sorted(DOCS.glob("*.md"))).split()
    drawn = random.Random(22)
    left = megabytes * 1_000_000
    found: list[dict[str, Any]] = []
    while left > 0:
        said = [" ".join(drawn.choices(words, k=800)) for _ in range(20)]
        found.append(session(f"s{len(found):03}", *said, days_ago=90 - len(found) / 10))
        left -= sum(map(len, said))
    return found


def _make_as_before(project: Project) -> None:
    """Turn the store into one of an earlier release, whose file could not shrink."""
    project.runtime.close()
    with closing(sqlite3.connect(project.paths.store)) as connection:
        connection.execute("PRAGMA auto_vacuum=NONE")
        connection.execute("VACUUM")
        assert connection.execute("PRAGMA auto_vacuum").fetchone() == (0,)
    project.runtime = project.open()


def _turns(project: Project) -> int:
    with closing(sqlite3.connect(project.paths.store)) as connection:
        return int(connection.execute("SELECT count(DISTINCT session_id) FROM turns").fetchone()[0])


def test_a_night_brings_the_store_within_its_bound_and_keeps_what_has_room(project: Project) -> None:
    set_value(project.paths.settings, "embedding.provider", "none")
    sessions = _long_sessions(3.5)
    hand_over(project, *sessions)
    _make_as_before(project)
    _choose_bound(project)
    assert _du(project.paths) > BOUND_BYTES
    before = project.get("health")
    assert before["verdict"] == "attention"
    assert abs(before["store"]["disk_bytes"] - _du(project.paths)) < BOUND_BYTES / 50
    over = next(reason for reason in before["attention"] if "its bound is 10 MB" in reason)
    steps = {step.message: step.command for step in project.ask("health").remediation}
    assert steps[over] == "phantasm maintenance run --now"
    for _ in range(2):
        told = maintain(project)
        project.clock.advance(timedelta(days=1))
    assert told["pruned"]["over_bound"] is False  # type: ignore[index]
    assert _du(project.paths) <= BOUND_BYTES
    assert 0 < _turns(project) < len(sessions)
    after = project.get("health", deep=True)
    assert (after["verdict"], after["attention"]) == ("ok", [])
    assert project.get("search", query="configuration")["hits"]


def test_says_when_nothing_more_may_go(project: Project) -> None:
    _choose_bound(project)
    drawn = random.Random(22)
    seen = [{"text": drawn.randbytes(1_200_000).hex()} for _ in range(5)]
    project.hold("The firmware of the camera is archived.", raw_evidence=seen)
    told = maintain(project)
    assert told["pruned"]["over_bound"] is True  # type: ignore[index]
    answer = project.ask("prune", profile="scheduler")
    assert "over_bound" in {warning.code for warning in answer.warnings}
    for response in (answer, project.ask("health")):
        (step,) = [step for step in response.remediation if "size_bound" in str(step.command)]
        megabytes = int(str(step.command).split()[-1])
        assert megabytes * 1_000_000 > _du(project.paths)
    assert len(project.get("list")["records"]) == 1
