"""How is the file system made to fail? A small C library between Python, SQLite and the kernel.

Compiled when a campaign starts, loaded by LD_PRELOAD into the process under test, steered through ctypes.
"""

import ctypes
import errno
import os
import shutil
import subprocess
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from campaigns.processes import REPOSITORY

_SOURCE = Path(__file__).with_name("faultshim.c")


class Failure(StrEnum):
    """How a call fails."""

    EIO = "eio"
    ENOSPC = "enospc"
    SHORT = "short"
    """No space again, but the first write that fails has written one half."""
    KILL = "kill"
    """The process is killed in the middle of the call."""


# The shim takes 0 for a kill.
_ERRNO = {
    Failure.EIO: errno.EIO,
    Failure.ENOSPC: errno.ENOSPC,
    Failure.SHORT: errno.ENOSPC,
    Failure.KILL: 0,
}


@dataclass(frozen=True, slots=True)
class Fault:
    """Which call fails, and how."""

    nth: int
    failure: Failure
    lasting: bool


@dataclass(frozen=True, slots=True)
class Fired:
    """What the shim did: calls that would have counted, calls that failed, and the first of those."""

    seen: int
    failed: int
    first: str


def compiler() -> str | None:
    """Return the C compiler, or None where there is none."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def build(folder: Path) -> Path:
    """Compile the shim into a folder and return the library."""
    found = compiler()
    if found is None:
        message = "the shim needs a C compiler (cc, gcc or clang)"
        raise RuntimeError(message)
    library = folder / "faultshim.so"
    subprocess.run([found, "-O1", "-shared", "-fPIC", "-o", library, _SOURCE, "-ldl"], check=True)
    return library


def run_under(library: Path, command: list[str]) -> subprocess.Popen[str]:
    """Start a command with the shim between it and the file system; its output is ours to read."""
    preloaded = ["env", f"LD_PRELOAD={library}", *command]
    return subprocess.Popen(preloaded, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True)


class Shim:
    """The shim, from inside the process it was preloaded into."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None)
        self._library.shim_arm.argtypes = [ctypes.c_char_p, ctypes.c_long, *[ctypes.c_int] * 3]
        self._library.shim_arm.restype = None
        self._library.shim_seen.restype = self._library.shim_fired.restype = ctypes.c_long
        self._library.shim_fired_at.restype = ctypes.c_char_p
        self._library.shim_mark.argtypes = [ctypes.c_long]

    def arm(self, below: Path, fault: Fault) -> None:
        """Let the fault's call below a folder fail from now on."""
        number = _ERRNO[fault.failure]
        cuts = fault.failure is Failure.SHORT
        self._library.shim_arm(os.fsencode(below), fault.nth, number, int(fault.lasting), int(cuts))

    def disarm(self) -> Fired:
        """Let every call through again and tell what happened."""
        self._library.shim_disarm()
        first = self._library.shim_fired_at().decode(errors="replace")
        return Fired(self._library.shim_seen(), self._library.shim_fired(), first)

    def record(self, below: Path, log: Path) -> None:
        """Write down every change below a folder from now on."""
        if self._library.shim_record(os.fsencode(below), os.fsencode(log)) < 0:
            message = f"cannot record to {log}"
            raise OSError(message)

    def mark(self, number: int) -> None:
        """Put a mark into the record: everything before it was acknowledged."""
        self._library.shim_mark(number)
