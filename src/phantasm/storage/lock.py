"""Whose turn is it to write? A fair queue over one lock file.

Kernel byte-range locks make a queue that cannot be left in a bad state: a ticket is one byte, held
exclusively by whoever drew it until the turn is over, and released by the kernel when the process dies.
It is a ticket's turn when no lower byte is held by anybody. Strictly first come, first served; a crashed
waiter or holder simply disappears from the line.

The file's first bytes hold the next ticket number and, for `doctor`, who holds the lock.
"""

import fcntl
import json
import os
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from phantasm.contracts.errors import Code, PhantasmError, Remediation

# A writer holds the lock for milliseconds; half a minute of waiting means something is wrong, not slow.
DEFAULT_TIMEOUT_SECONDS = 30.0
# The order is settled by the ticket, so the interval costs only latency between two turns.
_POLL_SECONDS = 0.0005
# Whoever is further back looks more rarely, at most every twenty milliseconds: sixteen waiters that all look
# every half millisecond would take a third of a core away from the one who writes.
_LONGEST_POLL = 40
_COUNTER = struct.Struct("<Q")
_HOLDER_OFFSET, _HOLDER_BYTES = 64, 256
_COUNTER_BYTE = 0
_FIRST_TICKET_BYTE = 4096

# Open-file-description locks belong to the descriptor, so two handles in one process exclude each other
# and closing one does not drop the other's. Where the platform lacks them the process mutex stands in.
_SETLK = getattr(fcntl, "F_OFD_SETLK", fcntl.F_SETLK)
_GETLK = getattr(fcntl, "F_OFD_GETLK", fcntl.F_GETLK)

# struct flock on 64-bit Linux and macOS differ in field order; tests run on Linux only.
_IS_DARWIN = os.uname().sysname == "Darwin"
_FLOCK = struct.Struct("@qqihh" if _IS_DARWIN else "@hhqqi4x")
_FLOCK_START, _FLOCK_KIND = (0, 3) if _IS_DARWIN else (2, 0)

_mutexes: dict[str, threading.Lock] = {}
_mutexes_guard = threading.Lock()


class WriteLock:
    """The serialized write boundary of one store: an in-process mutex, then the file queue."""

    def __init__(self, path: Path, timeout_seconds: float = DEFAULT_TIMEOUT_SECONDS) -> None:
        self._path = path
        self._timeout = timeout_seconds
        with _mutexes_guard:
            self._mutex = _mutexes.setdefault(str(path.absolute()), threading.Lock())

    @contextmanager
    def hold(self, purpose: str) -> Iterator[float]:
        """Wait for our turn, yield the seconds waited, and pass the turn on."""
        started = time.monotonic()
        deadline = started + self._timeout
        if not self._mutex.acquire(timeout=self._timeout):
            raise self._busy()
        try:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
            try:
                self._await_turn(file, deadline)
                _write_holder(file, purpose)
                yield time.monotonic() - started
                _clear_holder(file)
            finally:
                os.close(file)  # closing releases our ticket
        finally:
            self._mutex.release()

    def holder(self) -> dict[str, object] | None:
        """Tell who holds the lock now, or None; asks the kernel, so a dead holder is nobody."""
        try:
            file = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        except FileNotFoundError:
            return None
        try:
            # Only asks: a lock of our own, however short, could make somebody who draws a ticket fail.
            return _read_holder(file) if _locked_byte(file, _FIRST_TICKET_BYTE, 0) is not None else None
        finally:
            os.close(file)

    def _await_turn(self, file: int, deadline: float) -> None:
        # Drawing takes microseconds, unless whoever is drawing was stopped half way: then the wait ends too.
        while not _try(file, fcntl.F_WRLCK, _COUNTER_BYTE):
            if time.monotonic() > deadline:
                raise self._busy()
            time.sleep(_POLL_SECONDS)
        ticket = _draw_ticket(file)
        while ahead := _tickets_ahead(file, ticket):
            if time.monotonic() > deadline:
                raise self._busy()
            time.sleep(_POLL_SECONDS * min(ahead, _LONGEST_POLL))

    def _busy(self) -> PhantasmError:
        return PhantasmError(
            Code.STORE_BUSY,
            f"other writers held the store for more than {self._timeout:g} seconds",
            remediation=(
                Remediation("Retry with the same idempotency key: nothing was written."),
                Remediation("See who holds the lock.", command="phantasm doctor"),
            ),
        )


def _try(file: int, kind: int, byte: int) -> bool:
    try:
        fcntl.fcntl(file, _SETLK, _flock(kind, byte, 1))
    except (BlockingIOError, PermissionError):  # EAGAIN or EACCES: somebody has it
        return False
    return True


def _draw_ticket(file: int) -> int:
    """Take the next number (counter byte held) and let the next one draw."""
    stored = os.pread(file, _COUNTER.size, 0)
    ticket = _COUNTER.unpack(stored)[0] if len(stored) == _COUNTER.size else 0
    os.pwrite(file, _COUNTER.pack(ticket + 1), 0)
    fcntl.fcntl(file, _SETLK, _flock(fcntl.F_WRLCK, _FIRST_TICKET_BYTE + ticket, 1))
    fcntl.fcntl(file, _SETLK, _flock(fcntl.F_UNLCK, _COUNTER_BYTE, 1))
    return int(ticket)


def _tickets_ahead(file: int, ticket: int) -> int:
    """Return how far ahead of ours one of the tickets that are still held is; 0 when it is our turn."""
    if ticket == 0:
        return 0
    start = _locked_byte(file, _FIRST_TICKET_BYTE, ticket)
    return 0 if start is None else _FIRST_TICKET_BYTE + ticket - start


def _locked_byte(file: int, start: int, length: int) -> int | None:
    """Return a byte of a range that anybody else holds, or None; a length of 0 means to the end."""
    answer = _FLOCK.unpack(fcntl.fcntl(file, _GETLK, _flock(fcntl.F_WRLCK, start, length)))
    return None if answer[_FLOCK_KIND] == fcntl.F_UNLCK else int(answer[_FLOCK_START])


def _flock(kind: int, start: int, length: int) -> bytes:
    if _IS_DARWIN:
        return _FLOCK.pack(start, length, 0, kind, os.SEEK_SET)
    return _FLOCK.pack(kind, os.SEEK_SET, start, length, 0)


def _write_holder(file: int, purpose: str) -> None:
    holder = json.dumps({"pid": os.getpid(), "purpose": purpose[:64], "since": time.time()})  # noqa: TID251  for people
    os.pwrite(file, holder.encode().ljust(_HOLDER_BYTES, b" "), _HOLDER_OFFSET)


def _clear_holder(file: int) -> None:
    os.pwrite(file, b" " * _HOLDER_BYTES, _HOLDER_OFFSET)


def _read_holder(file: int) -> dict[str, object]:
    text = os.pread(file, _HOLDER_BYTES, _HOLDER_OFFSET).strip(b" \x00")
    try:
        value = json.loads(text)
    except ValueError:  # read between the lock and the note: somebody holds it, we cannot say who
        return {}
    return value if isinstance(value, dict) else {}
