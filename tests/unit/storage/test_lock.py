"""First come, first served; a crashed holder or waiter disappears from the line."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.storage.lock import WriteLock

HOLD = """
import sys, time
from pathlib import Path
from phantasm.storage.lock import WriteLock
with WriteLock(Path(sys.argv[1])).hold("held by a child"):
    print("held", flush=True)
    time.sleep(60)
"""

COUNT = """
import sys
from pathlib import Path
from phantasm.storage.lock import WriteLock
lock, counter = WriteLock(Path(sys.argv[1])), Path(sys.argv[2])
for _ in range(int(sys.argv[3])):
    with lock.hold("count"):
        counter.write_text(str(int(counter.read_text()) + 1))
"""


@contextmanager
def child_holding(path: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == "held\n"
            yield child
        finally:
            child.kill()


def test_answers_store_busy_when_nobody_gives_way(tmp_path: Path) -> None:
    path = tmp_path / "store.lock"
    with child_holding(path):
        with pytest.raises(PhantasmError) as caught, WriteLock(path, 0.2).hold("impatient"):
            pass
        assert caught.value.code is Code.STORE_BUSY


def test_names_the_holder_and_forgets_a_dead_one(tmp_path: Path) -> None:
    path = tmp_path / "store.lock"
    lock = WriteLock(path)
    assert lock.holder() is None
    with child_holding(path) as child:
        holder = lock.holder()
        assert holder is not None
        assert (holder["pid"], holder["purpose"]) == (child.pid, "held by a child")
    assert lock.holder() is None


def test_passes_on_after_the_holder_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "store.lock"
    with child_holding(path) as child:
        threading.Timer(0.2, child.kill).start()
        with WriteLock(path, 10).hold("next") as waited:
            assert waited > 0


def test_lets_nobody_in_twice(tmp_path: Path) -> None:
    path, counter = tmp_path / "store.lock", tmp_path / "counter"
    counter.write_text("0")
    command = [sys.executable, "-c", COUNT, str(path), str(counter), "100"]
    children = [subprocess.Popen(command) for _ in range(4)]
    assert [child.wait() for child in children] == [0] * 4
    assert counter.read_text() == "400"


def test_serves_threads_of_one_process_one_at_a_time(tmp_path: Path) -> None:
    lock, inside, most = WriteLock(tmp_path / "store.lock"), 0, 0

    def enter() -> None:
        nonlocal inside, most
        for _ in range(20):
            with WriteLock(tmp_path / "store.lock").hold("thread"):
                inside += 1
                most = max(most, inside)
                inside -= 1

    threads = [threading.Thread(target=enter) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1
    assert lock.holder() is None


def test_keeps_the_order_of_arrival(tmp_path: Path) -> None:
    """Waiters that come one after the other are served one after the other, also across processes."""
    path = tmp_path / "store.lock"
    order = tmp_path / "order"
    report = 'print(sys.argv[2]); print(sys.argv[2], file=open(sys.argv[3], "a"))'
    script = HOLD.replace('print("held", flush=True)\n    time.sleep(60)', report)
    with WriteLock(path).hold("first"):
        children = []
        for number in range(5):
            children.append(
                subprocess.Popen(
                    [sys.executable, "-W", "ignore", "-c", script, str(path), str(number), str(order)],
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            _await_ticket(path, number + 2)
    assert [child.communicate()[0].strip() for child in children] == [str(number) for number in range(5)]
    assert order.read_text().split() == [str(number) for number in range(5)]


def _await_ticket(path: Path, drawn: int) -> None:
    """Wait until so many tickets have been drawn, so that the arrival order is known."""
    for _ in range(500):
        if int.from_bytes(path.read_bytes()[:8], "little") >= drawn:
            return
        time.sleep(0.01)
    pytest.fail("the waiter never arrived")


def test_a_drawer_that_was_stopped_half_way_hangs_nobody(tmp_path: Path) -> None:
    """Somebody who keeps the counter for good is waited for no longer than any other holder."""
    path = tmp_path / "store.lock"
    stuck = (
        "import fcntl, os, struct, sys, time; file = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT, 0o600);"
        "fcntl.fcntl(file, fcntl.F_OFD_SETLK, struct.pack('@hhqqi4x', fcntl.F_WRLCK, 0, 0, 1, 0));"
        "print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", stuck, str(path)], stdout=subprocess.PIPE, text=True
    ) as child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == "held\n"
            with pytest.raises(PhantasmError) as caught, WriteLock(path, 0.2).hold("impatient"):
                pass
            assert caught.value.code is Code.STORE_BUSY
        finally:
            child.kill()
