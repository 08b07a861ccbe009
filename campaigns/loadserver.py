"""How is the server of a campaign run and watched? As its users run it; the kernel tells what it takes."""

import asyncio
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from campaigns.agentchild import SCRIPT

# A cold start on a machine that others use too.
_START_SECONDS = 60
_END_SECONDS = 30
_ADDRESS = re.compile(rb"http://127\.0\.0\.1:(\d+)/")
_SAMPLE_SECONDS = 5.0
_KIBIBYTES_A_MEBIBYTE = 1024


class Sample(NamedTuple):
    """What the server took at one moment."""

    seconds: float
    mebibytes: float
    threads: int
    files: int


class Server(NamedTuple):
    """A server that runs."""

    process: subprocess.Popen[bytes]
    port: int
    start_seconds: float


@contextmanager
def serving(root: Path, log: Path) -> Iterator[Server]:
    """Serve a project in a process of its own; afterwards it was asked to end, and did."""
    started = time.monotonic()
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [str(SCRIPT), "serve", "--port", "0"], cwd=root, stdin=subprocess.DEVNULL, stderr=errors
        )
    try:
        yield Server(process, _port(process, log, started), time.monotonic() - started)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _port(process: subprocess.Popen[bytes], log: Path, started: float) -> int:
    while time.monotonic() - started < _START_SECONDS and process.poll() is None:
        if found := _ADDRESS.search(log.read_bytes()):
            return int(found[1])
        time.sleep(0.01)
    message = f"the server did not start: {log.read_text(encoding='utf-8')}"
    raise RuntimeError(message)


async def watch(process: subprocess.Popen[bytes], goes_on: Callable[[], bool]) -> list[Sample]:
    """Look at the server from time to time."""
    samples, started = [], time.monotonic()
    while goes_on():
        samples.append(sample(process.pid, time.monotonic() - started))
        await asyncio.sleep(_SAMPLE_SECONDS)
    return samples


def sample(pid: int, seconds: float) -> Sample:
    """Look at the server once."""
    place = Path("/proc") / str(pid)
    status = dict(line.split(":", 1) for line in (place / "status").read_text().splitlines())
    resident = int(status["VmRSS"].split()[0]) / _KIBIBYTES_A_MEBIBYTE
    return Sample(seconds, resident, int(status["Threads"]), len(list((place / "fd").iterdir())))


def slope(samples: Sequence[Sample]) -> float:
    """Return by how many mebibytes a minute it grew: the line of least squares through the samples."""
    if len(samples) < 2:  # through one point there are many lines
        return 0.0
    times = [one.seconds / 60 for one in samples]
    sizes = [one.mebibytes for one in samples]
    middle, mean = sum(times) / len(times), sum(sizes) / len(sizes)
    spread = sum((moment - middle) ** 2 for moment in times)
    return sum((t - middle) * (size - mean) for t, size in zip(times, sizes, strict=True)) / spread
