"""Where do events go? Bounded, rotated JSON lines that only the user can read."""

import json
import logging
import os
import threading
from contextlib import suppress
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from phantasm.telemetry.events import LOGGER

_LEVELS = {"error": logging.ERROR, "info": logging.INFO, "debug": logging.DEBUG}

# Names and ids are cut to 200 characters before they reach an event; a line has three of them at most.
_LONGEST_LINE_BYTES = 4096


class _PrivateFileHandler(RotatingFileHandler):
    """Opens 0600 whatever the umask, and never lets a full disk disturb the request."""

    is_over = False

    def emit(self, record: logging.LogRecord) -> None:
        """Keep an event; a thread may still hold a handler that was closed, and would open its file anew."""
        if not self.is_over:
            super().emit(record)

    def close(self) -> None:
        """Keep nothing more."""
        self.is_over = True
        super().close()

    def _open(self) -> TextIOWrapper:
        descriptor = os.open(
            self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600
        )
        os.fchmod(descriptor, 0o600)
        return os.fdopen(descriptor, "a", encoding="utf-8")

    def shouldRollover(self, record: logging.LogRecord) -> bool:  # noqa: ARG002, N802  the library's signature
        """Roll over while the longest line still fits; the library would format every line twice to know."""
        if self.stream is None:
            self.stream = self._open()
        return self.stream.tell() + _LONGEST_LINE_BYTES > self.maxBytes

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  the standard library's name
        """Lose the event rather than the request: telemetry is the one thing that may be dropped."""


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
            handler = _PrivateFileHandler(
                folder / "events.jsonl",
                maxBytes=max_bytes,
                backupCount=files - 1,
                encoding="utf-8",
                delay=True,
            )
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
        with suppress(OSError):  # events that a full disk kept in the buffer are lost, not raised
            handler.close()
