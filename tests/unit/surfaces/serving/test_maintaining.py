"""Does due maintenance run beside a server, and end with it?"""

import threading
import time
from collections.abc import Callable
from pathlib import Path

from phantasm.surfaces.serving.maintaining import in_a_process, in_a_thread
from tests.conftest import Project

SOON, PATIENCE_SECONDS = 0.05, 60.0


def _await(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds() and time.monotonic() < deadline:
        time.sleep(SOON)
    assert holds()


def _threads(word: str) -> list[str]:
    return [one.name for one in threading.enumerate() if word in one.name]


def test_runs_in_a_thread_that_ends_with_it(project: Project) -> None:
    stop = threading.Event()
    leave = in_a_thread(lambda: project.root, stop)
    assert _threads("background")
    stop.set()
    leave()
    _await(lambda: not _threads("background"))


def test_runs_in_a_process_of_its_own(project: Project) -> None:
    turns = [{"id": "1", "role": "user", "text": "The upload test fails on my machine."}]
    project.get("session_append", session_id="s", turns=turns)
    project.get("session_end", session_id="s")
    stop = threading.Event()
    wait = in_a_process(lambda: project.root, stop)
    try:
        _await(lambda: project.get("jobs")["by_state"].get("done", 0) > 0)
    finally:
        stop.set()
        wait()
    assert not _threads("maintenance")


def test_leaves_no_process_behind(project: Project) -> None:
    before = _children()
    stop = threading.Event()
    wait = in_a_process(lambda: project.root, stop)
    _await(lambda: _children() > before)
    stop.set()
    wait()
    assert _children() <= before


def test_does_nothing_without_a_project(tmp_path: Path) -> None:
    stop = threading.Event()
    wait = in_a_process(lambda: tmp_path, stop, every=SOON)
    stop.set()
    wait()
    assert list(tmp_path.iterdir()) == []


def _children() -> set[str]:
    """Return the processes that any thread of this one has started and that still run."""
    found = (path.read_text(encoding="ascii") for path in Path("/proc/self/task").glob("*/children"))
    return {one for text in found for one in text.split()}
