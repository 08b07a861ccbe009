"""Background work through the command: for cron, in many processes, and never beyond its process."""

import os
import subprocess
import sys
from itertools import groupby
from pathlib import Path

from tests.e2e.processes import TIMEOUT_SECONDS, Place

_OWNER = """
import sys, threading
from pathlib import Path
from phantasm.runtime.bootstrap import open_project
from phantasm.runtime.scheduler.background import Background
from phantasm.runtime.ledger import noting
from phantasm.runtime.scheduler.worker import Worker
from phantasm.storage import jobs

root, begun = Path(sys.argv[1]), threading.Event()

def endless(runtime, params, beat):
    begun.set()
    threading.Event().wait()

with open_project(root) as runtime, noting(runtime.environment, "test") as work:
    jobs.enqueue(work, "session", {}, key="s1")
Background(lambda: open_project(root), Worker(tasks={"session": endless}), poll_seconds=0.01).start()
assert begun.wait(60)
print("at work", flush=True)
"""


def test_finds_nothing_due_in_a_new_project(project_place: Place) -> None:
    ended = project_place.run("maintenance", "run", client=None)
    assert ended.status == 0
    assert "nothing was due" in ended.out
    shown = project_place.run("maintenance", "run", "--json").json
    assert (shown["status"], shown["data"]["jobs"]) == ("ok", [])


def test_consolidates_for_cron_and_lists_what_it_did(project_place: Place) -> None:
    data = project_place.run("maintenance", "run", "--now", "--json", client=None).json["data"]
    (job,) = data["jobs"]
    assert (job["kind"], job["state"], data["failed"]) == ("maintenance", "done", 0)
    listed = project_place.run("maintenance", "jobs", "--json").json["data"]
    assert [(one["id"], one["run_id"]) for one in listed["jobs"]] == [(job["id"], job["run_id"])]
    assert "done" in project_place.run("maintenance", "jobs", "--state", "done").out


def test_plans_without_changing_anything(project_place: Place) -> None:
    plan = project_place.run("maintenance", "plan", "--json").json["data"]
    assert [one["kind"] for one in plan["schedule"]] == ["maintenance", "embed"]
    assert plan["by_state"] == {}
    dry = project_place.run("maintenance", "run", "--now", "--dry-run")
    assert dry.status == 0
    assert "not yet" in dry.out
    assert project_place.run("maintenance", "jobs", "--json").json["data"]["jobs"] == []


def test_refuses_to_retry_what_is_not_parked(project_place: Place) -> None:
    ended = project_place.run("maintenance", "run", "--retry", "job_x")
    assert ended.status == 4
    assert "there is no job 'job_x'" in ended.err


def test_consolidates_one_after_another_in_many_processes(project_place: Place) -> None:
    crew = [
        project_place.start("maintenance", "run", "--now", "--json", stdout=subprocess.PIPE) for _ in range(5)
    ]
    ends = [process.communicate(timeout=TIMEOUT_SECONDS) for process in crew]
    assert [process.returncode for process in crew] == [0] * 5, ends
    listed = project_place.run("maintenance", "jobs", "--json").json["data"]
    assert listed["by_state"].keys() == {"done"}
    entries = project_place.run("audit", "--operation", "consolidate", "--limit", "100", "--json").json
    turns = [run for run, _ in groupby(entry["session_id"] for entry in entries["data"]["entries"])]
    assert sorted(turns) == sorted(set(turns))  # no run went on after another had begun


def test_ends_with_its_owner(project_place: Place) -> None:
    environment = {"PATH": os.defpath, "PHANTASM_HOME": str(project_place.root.parent / "home")}
    ended = subprocess.run(
        [sys.executable, "-c", _OWNER, str(project_place.root)],
        env=environment,
        capture_output=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (0, b"at work\n"), ended.stderr.decode()
    assert not _processes_about(project_place.root)
    (job,) = project_place.run("maintenance", "jobs", "--json").json["data"]["jobs"]
    assert job["state"] == "running"  # until its lease runs out, and then another process has it


def _processes_about(root: Path) -> list[str]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:  # it ended while we looked
            continue
        if str(root) in words:
            found.append(words)
    return found
