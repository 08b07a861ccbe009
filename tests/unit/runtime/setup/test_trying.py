"""Is what a program answers understood, and does none stay behind?"""

import shlex
import sys
import time
from pathlib import Path

import pytest

from phantasm.runtime.setup.trying import try_hook, try_server

SERVER = """
import json, sys
line = json.loads(sys.stdin.readline())
info = {"name": "made up", "version": "7"}
print(json.dumps({"jsonrpc": "2.0", "id": line["id"], "result": {"serverInfo": info}}), flush=True)
sys.stdin.read()
"""


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def shell(code: str) -> str:
    return shlex.join(python(code))


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("import sys; sys.stdin.read()", ""),
        ("print('{}')", ""),
        ("print('hello')", "not JSON"),
        ("import sys; print('no store', file=sys.stderr); sys.exit(2)", "status 2: no store"),
    ],
)
def test_a_hook_is_judged_by_its_status_and_its_answer(tmp_path: Path, code: str, problem: str) -> None:
    answer = try_hook(shell(code), '{"cwd": "."}', tmp_path)
    assert problem in answer.problem
    assert bool(answer.problem) is bool(problem)


def test_a_hook_that_is_no_program_is_told(tmp_path: Path) -> None:
    assert "status 127" in try_hook("/nowhere/phantasm hook codex Stop", "{}", tmp_path).problem


def test_a_hook_gets_the_event_where_it_works(tmp_path: Path) -> None:
    code = "import os, sys; print(sys.stdin.read()); open('seen', 'w').write(os.getcwd())"
    assert not try_hook(shell(code), '{"a": 1}', tmp_path).problem
    assert (tmp_path / "seen").read_text() == str(tmp_path)


def test_a_server_shakes_hands_and_ends(tmp_path: Path) -> None:
    answer = try_server(python(SERVER), tmp_path)
    assert answer.problem == ""
    assert answer.told.startswith("made up 7, ")


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("import sys; print('broken', file=sys.stderr); sys.exit(3)", "status 3: broken"),
        ("print('hello', flush=True); input(); input()", "something else"),
    ],
)
def test_a_server_that_does_not_is_told(tmp_path: Path, code: str, problem: str) -> None:
    assert problem in try_server(python(code), tmp_path).problem


def test_a_server_that_ends_before_it_is_spoken_to_still_has_its_last_words(tmp_path: Path) -> None:
    quick = ["/bin/sh", "-c", "exec <&-; echo broken >&2; exit 3"]  # now and then gone before the greeting
    assert {try_server(quick, tmp_path).problem for _ in range(20)} == {"ended with status 3: broken"}


def test_a_server_that_is_no_program_is_told(tmp_path: Path) -> None:
    assert "cannot be started" in try_server(["/nowhere/phantasm", "mcp"], tmp_path).problem


def test_what_a_program_started_does_not_stay_behind(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys; "
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], "
        "stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL); "
        "open('child', 'w').write(str(child.pid))"
    )
    assert not try_hook(shell(code), "{}", tmp_path).problem
    stat = Path("/proc") / (tmp_path / "child").read_text() / "stat"
    for _ in range(500):  # the kernel takes a moment to end what was killed
        if not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.01)
    pytest.fail("the child is still there")
