"""Background work through the command: for cron, in many processes, and never beyond its process."""

import json
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from itertools import count, groupby
from pathlib import Path
from typing import Any

from tests.e2e.processes import TIMEOUT_SECONDS, Place

_NUMBERS = count(1)

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


def _send(place: Place, operation: str, **params: Any) -> Any:
    """Send a request as an agent does, and return what it is answered."""
    number = next(_NUMBERS)
    request = {
        "api_version": "v1",
        "operation": operation,
        "request_id": f"nights-{number}",
        "client": {"profile": "claude_code"},
        "idempotency_key": f"nights-{number}",
        "params": params,
    }
    answer = place.run("handle-request", "--stdin", text=json.dumps(request).encode()).json
    assert answer["status"] == "ok", answer
    return answer["data"]


def _moment(days_ago: float, seconds: int) -> str:
    return (datetime.now(UTC) - timedelta(days=days_ago, seconds=-seconds)).isoformat()


def _release(number: int, *, days_ago: float) -> dict[str, Any]:
    """Return a session in which a version was released, step by step."""
    version = f"1.{number}.0"
    turns: list[dict[str, Any]] = [
        {"id": "u", "role": "user", "text": f"Release version {version} of billing."}
    ]
    commands = (
        f"git checkout -b release-{version}",
        f"bump2version --new-version {version} patch",
        "pytest -q",
        f"git tag v{version}",
        f"git push origin v{version}",
    )
    for place, command in enumerate(commands):
        call = {"call": f"c{place}"}
        shown = {"text": "12 passed in 1s" if place == 2 else "done", "exit_code": 0}
        turns.append({"id": f"a{place}", "role": "assistant", "tool": "Bash", "command": command} | call)
        turns.append({"id": f"o{place}", "role": "tool"} | shown | call)
    for place, turn in enumerate(turns):
        turn["at"] = _moment(days_ago, place)
    return {"session_id": f"release-{number}", "turns": turns, "ended_at": _moment(days_ago, 60)}


def _talk(name: str, *, days_ago: float) -> dict[str, Any]:
    """Return a session in which somebody said where a service listens."""
    said = {"id": "1", "role": "user", "text": f"The {name} service listens on port 8123."}
    turn = said | {"at": _moment(days_ago, 0)}
    return {"session_id": name, "turns": [turn], "ended_at": _moment(days_ago, 60)}


def _night(place: Place) -> Any:
    """Let a night's maintenance run, and return its report."""
    data = place.run("maintenance", "run", "--now", "--json", client=None).json["data"]
    assert data["failed"] == 0, data
    (report,) = [job["report"] for job in data["jobs"] if job["kind"] == "maintenance"]
    return report


def _episodes(place: Place) -> dict[str, str]:
    return {one["id"]: one["episode"] for one in _send(place, "sessions")["sessions"]}


def test_three_nights_with_a_demotion_an_exported_skill_and_a_condensed_session(project_place: Place) -> None:
    place = project_place
    _send(place, "session_append", sessions=[_release(number, days_ago=9 - number) for number in range(4)])
    _send(place, "session_append", sessions=[_talk("export", days_ago=41)])
    first = _night(place)
    assert (first["state"], first["passes"]["procedures"]) == ("done", {"verified": 1})
    assert place.type("skills", "export").status == 0
    shelf = place.root / ".agents" / "skills"
    (skill,) = shelf.glob("*/SKILL.md")
    (learned,) = _send(place, "procedures", standings=["verified"])["procedures"]
    for session in ("later-1", "later-2"):
        _send(place, "report_outcome", outcome="failure", used=[learned["id"]], session_id=session)
    _send(place, "session_append", sessions=[_talk("upload", days_ago=42)])
    second = _night(place)
    assert (second["state"], second["passes"]["procedures"]) == ("done", {"demoted": 1})
    assert second["passes"]["condense"] == {"condensed": 1}
    assert not skill.exists()
    _send(place, "session_append", sessions=[_talk("mail", days_ago=43)])
    third = _night(place)
    assert (third["state"], third["passes"]["condense"]) == ("done", {"condensed": 1})
    assert {_episodes(place)[name] for name in ("export", "upload", "mail")} == {"condensed"}
    assert [one["id"] for one in _send(place, "procedures", standings=["demoted"])["procedures"]] == [
        learned["id"]
    ]
    held = {record["statement"] for record in place.run("list", "--json").json["data"]["records"]}
    assert held == {f"The {name} service listens on port 8123." for name in ("export", "upload", "mail")}
