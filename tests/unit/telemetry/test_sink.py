"""Events are bounded JSON lines that only the user can read, and never hold content."""

import json
import logging
import os
import stat
from pathlib import Path

import pytest

from phantasm.telemetry.events import RequestRefused, emit
from phantasm.telemetry.sink import close_sink, open_sink
from tests.conftest import Project


def lines(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]


def test_writes_and_refusals_are_logged_without_content(project: Project) -> None:
    project.hold("the content of a record")
    project.fail("inspect", ids=["rec_missing"])
    project.get("list")
    logged = lines(project.paths.logs)
    assert [line["event"] for line in logged] == ["request_answered", "request_refused"]
    assert logged[0]["operation"] == "ingest"
    assert logged[1]["code"] == "not_found"
    assert "content of a record" not in (project.paths.logs / "events.jsonl").read_text()


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077])
def test_files_are_private_under_any_umask(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        handler = open_sink(tmp_path, level="info", max_bytes=10_000, files=2)
        emit(RequestRefused("list", "codex", "1", "not_found"))
        close_sink(handler)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "events.jsonl").stat().st_mode) == 0o600


def test_never_grows_beyond_its_bound(tmp_path: Path) -> None:
    handler = open_sink(tmp_path, level="info", max_bytes=10_000, files=3)
    for number in range(1000):
        emit(RequestRefused("list", "codex", f"request-{number}", "not_found"))
    close_sink(handler)
    sizes = [path.stat().st_size for path in tmp_path.iterdir()]
    assert len(sizes) == 3
    assert sum(sizes) <= 3 * 10_000


def test_can_be_switched_off(tmp_path: Path) -> None:
    assert open_sink(tmp_path, level="off", max_bytes=10_000, files=3) is None


def test_a_log_that_cannot_be_written_does_not_disturb_the_request(project: Project) -> None:
    project.paths.logs.rmdir()
    project.paths.logs.write_text("in the way")
    project.hold("still works")
    assert project.get("list")["total"] == 1


def test_two_users_of_one_folder_keep_each_event_once(tmp_path: Path) -> None:
    one, other = (open_sink(tmp_path, level="info", max_bytes=100_000, files=2) for _ in range(2))
    emit(RequestRefused("search", "codex", "r1", "not_found"))
    close_sink(one)
    emit(RequestRefused("search", "codex", "r2", "not_found"))
    close_sink(other)
    emit(RequestRefused("search", "codex", "r3", "not_found"))
    assert [line["request_id"] for line in lines(tmp_path)] == ["r1", "r2"]


def test_whoever_still_holds_a_closed_one_opens_no_file(tmp_path: Path) -> None:
    handler = open_sink(tmp_path, level="info", max_bytes=10_000, files=2)
    assert handler is not None
    close_sink(handler)
    handler.handle(logging.makeLogRecord({"msg": "late"}))
    assert list(tmp_path.iterdir()) == []


def test_what_another_process_rolled_over_is_not_rolled_over_again(tmp_path: Path) -> None:
    handler = open_sink(tmp_path, level="info", max_bytes=300, files=3)
    emit(RequestRefused("search", "codex", "r1", "not_found"))
    (tmp_path / "events.jsonl").rename(tmp_path / "events.jsonl.1")
    (tmp_path / "events.jsonl").write_text("")
    emit(RequestRefused("search", "codex", "r" * 100, "not_found"))
    close_sink(handler)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["events.jsonl", "events.jsonl.1"]
    assert len(lines(tmp_path)) == 1
