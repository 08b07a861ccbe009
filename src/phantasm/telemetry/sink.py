"""Where do events go? Bounded, rotated JSON lines that only the user can read."""

import json
import logging
import os
import threading
from contextlib import nullcontext, suppress
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from phantasm.telemetry.events import LOGGER

_LEVELS = {"error": logging.ERROR, "info": logging.INFO, "debug": logging.DEBUG}

_OPEN = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC


class _PrivateFiles(logging.Handler):
    """Lines in a few files of a bounded size, 0600 whatever the umask.

    The library's own would load sockets and pickle, which every command and every hook would wait for.
    """

    def __init__(self, path: Path, *, max_bytes: int, files: int) -> None:
        """`files` counts the one that is written to."""
        super().__init__()
        self._path = path
        self._max_bytes = max_bytes
        self._files = files
        self._descriptor: int | None = None
        self._is_over = False

    def emit(self, record: logging.LogRecord) -> None:
        """Keep an event, or lose it rather than the request: telemetry is all that may be dropped."""
        if self._is_over:  # a thread may still hold what was closed
            return
        line = self.format(record).encode(errors="replace") + b"\n"
        with suppress(OSError):
            if self._descriptor is None:
                self._descriptor = self._opened()
            seen = os.fstat(self._descriptor)
            if seen.st_size + len(line) > self._max_bytes:
                self._leave(self._descriptor)
                # Another process may have made room already.
                if self._path.stat().st_ino == seen.st_ino:
                    self._make_room()
                self._descriptor = self._opened()
            os.write(self._descriptor, line)

    def close(self) -> None:
        """Keep nothing more."""
        with self.lock or nullcontext():
            self._is_over = True
            if self._descriptor is not None:
                self._leave(self._descriptor)
        super().close()

    def _opened(self) -> int:
        descriptor = os.open(self._path, _OPEN, 0o600)
        os.fchmod(descriptor, 0o600)
        return descriptor

    def _leave(self, descriptor: int) -> None:
        self._descriptor = None
        os.close(descriptor)

    def _make_room(self) -> None:
        """Let each file take the place of the one before it; the oldest goes."""
        older = [self._path, *(Path(f"{self._path}.{number}") for number in range(1, self._files))]
        for path, place in reversed([*pairwise(older)]):
            if path.exists():
                path.replace(place)
        if self._files == 1:
            self._path.unlink(missing_ok=True)


class _JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, tz=UTC).isoformat(timespec="milliseconds")
        event = getattr(record, "event", {})
        line = {
            "at": moment,
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            "pid": record.process,
        }
        return json.dumps(line | event, ensure_ascii=False, separators=(",", ":"))


# Every thread of a process opens the project for itself; all of them write one line of each event.
_shared: dict[str, tuple[logging.Handler, int]] = {}
_sharing = threading.Lock()


def open_sink(folder: Path, *, level: str, max_bytes: int, files: int) -> logging.Handler | None:
    """Start keeping events in a folder; returns the handler to close, or None when switched off."""
    if level == "off":
        return None
    with _sharing:
        handler, users = _shared.get(str(folder), (None, 0))
        if handler is None:
            handler = _PrivateFiles(folder / "events.jsonl", max_bytes=max_bytes, files=files)
            handler.setFormatter(_JsonLines())
            handler.set_name(str(folder))
            LOGGER.addHandler(handler)
        LOGGER.setLevel(_LEVELS[level])
        _shared[str(folder)] = (handler, users + 1)
    return handler


def close_sink(handler: logging.Handler | None) -> None:
    """Stop keeping events, once nobody keeps them any more."""
    if handler is None:
        return
    with _sharing:
        folder = str(handler.get_name())
        _, users = _shared.get(folder, (handler, 1))
        if users > 1:
            _shared[folder] = (handler, users - 1)
            return
        _shared.pop(folder, None)
        LOGGER.removeHandler(handler)
        handler.close()
