"""Background work is told in few lines, and SIGTERM ends it between two steps."""

import os
import signal
import threading

from phantasm.contracts.envelope import Response
from phantasm.surfaces.cli import maintenance, maintenance_views
from phantasm.surfaces.cli.tables import JsonObject
from tests.unit.surfaces.cli.rendering import printed


def test_sets_the_stop_when_the_process_is_to_end() -> None:
    stop, before = threading.Event(), signal.getsignal(signal.SIGTERM)
    with maintenance._ending_at_the_next_step(stop):  # noqa: SLF001  what the command wraps its work in
        os.kill(os.getpid(), signal.SIGTERM)
        assert stop.wait(10)
    assert signal.getsignal(signal.SIGTERM) == before


def test_tells_the_exit_status() -> None:
    def status(data: JsonObject) -> int | None:
        response = Response(status="ok", request_id="r", operation="maintenance run", data=data)
        return maintenance._status(response)  # noqa: SLF001  the promise to cron

    assert status({"failed": 0, "stopped": False}) is None
    assert status({"failed": 1, "stopped": False}) == 1
    assert status({"failed": 0, "stopped": True}) == 143


def test_shows_what_was_done_and_what_is_left() -> None:
    text = printed(
        maintenance_views.worked(
            {
                "jobs": [
                    {"kind": "maintenance", "state": "done", "run_id": "run_1", "report": {"changes": 3}},
                    {"kind": "embed", "state": "queued", "run_id": "run_2", "reason": "no \x1b[31mserver"},
                ],
                "left": [
                    {"id": "job_3", "kind": "session", "state": "parked", "last_error": "disk full"},
                    {
                        "id": "job_2",
                        "kind": "embed",
                        "state": "queued",
                        "available_at": "2026-11-02T03:00:00Z",
                    },
                    {"id": "job_4", "kind": "session", "state": "running", "lease_owner": "pid-1-x"},
                ],
            }
        )
    )
    assert "maintenance done  run_1" in text
    assert "changes  3" in text
    assert "embed queued (failed; it is tried again later)  run_2" in text
    assert "no server" in text
    assert "parked session job_3: disk full" in text
    assert "phantasm maintenance run --retry job_3" in text
    assert "queued embed job_2, not before 2026-11-02 03:00:00Z" in text
    assert "running session job_4, with pid-1-x" in text


def test_shows_only_what_a_run_did() -> None:
    report = {
        "changes": 3,
        "budget": 500,
        "passes": {"fade": {"archived": 3, "kept": 0}, "claims": {}},
        "pruned": {"turns": 7, "used_bytes": 438272, "over_bound": False},
        "reason": None,
        "undo": "phantasm undo run_1",
    }
    job = {"kind": "maintenance", "state": "done", "run_id": "run_1"}
    lines = printed(maintenance_views.worked({"jobs": [job | {"report": report}]})).splitlines()
    assert [line.split(maxsplit=1) for line in lines[1:]] == [
        ["changes", "3 of at most 500"],
        ["fade", "3 archived"],
        ["let", "go   7 turns"],
        ["undo", "phantasm undo run_1"],
    ]
    quiet = printed(maintenance_views.worked({"jobs": [job | {"report": report | {"changes": 0}}]}))
    assert "undo" not in quiet


def test_says_when_there_was_nothing_to_do() -> None:
    assert printed(maintenance_views.worked({"jobs": []})) == "nothing was due"
    assert printed(maintenance_views.jobs({"jobs": []})) == "there is no background work"
    assert "nothing runs by itself" in printed(maintenance_views.planned({"schedule": []}))


def test_shows_when_work_comes() -> None:
    schedule = [
        {"kind": "maintenance", "due": True, "ready_at": "2026-11-02T03:00:00Z"},
        {"kind": "embed", "due": False, "ready_at": "2026-11-03T03:00:00Z"},
    ]
    passes = {"fade": {"count": 3, "what": "records that have faded", "examples": ["rec_1"]}}
    text = printed(maintenance_views.planned({"schedule": schedule, "changes": {"passes": passes}}))
    assert [line.split() for line in text.splitlines()[1:3]] == [
        ["maintenance", "2026-11-02", "03:00:00Z", "now"],
        ["embed", "2026-11-03", "03:00:00Z", "not", "yet"],
    ]
    assert text.splitlines()[4].split() == ["fade", "3", "records", "that", "have", "faded"]


def test_lists_jobs_with_their_reason_or_their_next_try() -> None:
    job = {"id": "job_1", "kind": "embed", "about": "all", "attempts": 1, "max_attempts": 5}
    text = printed(
        maintenance_views.jobs(
            {
                "jobs": [
                    job | {"state": "parked", "reason": "no server"},
                    job | {"state": "queued", "next_try_at": "2026-11-02T03:00:00Z"},
                    job | {"state": "running", "worker": "pid-1-x"},
                    job | {"state": "done"},
                ]
            }
        )
    )
    lines = text.splitlines()
    assert lines[1].split()[:6] == ["job_1", "embed", "all", "parked", "1", "of"]
    assert "no server" in lines[1]
    assert "not before 2026-11-02 03:00:00Z" in lines[2]
    assert "with pid-1-x" in lines[3]
