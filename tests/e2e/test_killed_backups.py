"""What a killed backup or snapshot leaves is named by doctor and removed by the next one."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.processes import Place

# Begins a backup or a snapshot as the operation does, and waits to be killed once its copy is there.
BEGINS = """
import importlib, sys
from pathlib import Path
from phantasm.runtime.bootstrap import open_project
name, params = sys.argv[2], {}
operation = importlib.import_module(f"phantasm.operations.{name}")
with open_project(Path(sys.argv[1])) as runtime:
    prepared = operation.prepare(operation.Params(), runtime.environment)
    print("staged", flush=True)
    sys.stdin.read()
"""


def _state(place: Place) -> Path:
    return place.root / ".phantasm" / "state"


def _staged(place: Place) -> set[str]:
    found = {path.name for path in (_state(place) / "tmp").iterdir() if not path.name.startswith(".")}
    return {name for name in found if name.startswith(("bak_", "snap_"))}


def _begin(place: Place, operation: str) -> subprocess.Popen[bytes]:
    started = subprocess.Popen(
        [sys.executable, "-c", BEGINS, place.root, operation], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert started.stdout is not None
    assert started.stdout.readline() == b"staged\n"
    return started


def _leftovers(place: Place) -> str:
    findings = place.run("doctor", "--json").json["data"]["findings"]
    return str(next(found["message"] for found in findings if found["check"] == "leftovers"))


@pytest.mark.parametrize("killed", ["backup_create", "snapshot_export"])
@pytest.mark.parametrize("following", ["create", "export"])
def test_the_next_one_removes_what_a_killed_one_left(
    project_place: Place, killed: str, following: str
) -> None:
    with _begin(project_place, killed) as begun:
        (left,) = _staged(project_place)
        assert _leftovers(project_place) == "none"  # it is at work
        project_place.type("backup", following)
        assert left in _staged(project_place)
        os.kill(begun.pid, signal.SIGKILL)
    assert left in _leftovers(project_place)
    assert project_place.type("backup", following).status == 0
    assert _staged(project_place) == set()
    assert _leftovers(project_place) == "none"


def test_doctor_removes_it_too(project_place: Place) -> None:
    with _begin(project_place, "backup_create") as begun:
        os.kill(begun.pid, signal.SIGKILL)
    assert project_place.run("doctor", "--fix").status in {0, 1}
    assert _staged(project_place) == set()


def test_lists_everything_that_lies_beside_the_store(project_place: Place) -> None:
    for command in ("create", "export", "export"):
        assert project_place.type("backup", command).status == 0
    listed = project_place.run("backup", "list", "--json").json["data"]
    assert (len(listed["backups"]), len(listed["snapshots"])) == (1, 2)
    shown = project_place.run("backup", "list").out
    assert all(one["id"] in shown for one in (*listed["backups"], *listed["snapshots"]))


def test_a_repair_stays_with_what_was_restored(project_place: Place) -> None:
    def add(text: str) -> None:
        ended = project_place.type("add", "--kind", "fact", "--text", text)
        assert ended.status == 0

    add("The port is 80.")
    assert project_place.type("backup", "create").status == 0
    (folder,) = (_state(project_place) / "backups").glob("bak_*")
    add("A mistake.")
    answers = (("[y/N]", "y\n"),)
    assert project_place.type("backup", "restore", folder.name, answers=answers).status == 0
    store = _state(project_place) / "store.sqlite"
    for suffix in ("-wal", "-shm"):
        store.with_name(store.name + suffix).unlink(missing_ok=True)
    store.write_bytes(b"\xa5" * 65_536)
    fixed = project_place.run("doctor", "--fix", "--json").json["data"]
    (restored,) = [step["detail"] for step in fixed["steps"] if step["action"] == "restore"]
    assert folder.name in restored
    kept = {one["statement"] for one in project_place.run("list", "--json").json["data"]["records"]}
    assert kept == {"The port is 80."}
