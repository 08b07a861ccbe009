"""Which lines can be called back? Those typed before, in a file of the user's own, without any secret."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from prompt_toolkit.history import History

from phantasm.config.environment import user_folder
from phantasm.config.files import replace_text
from phantasm.contracts.errors import Code, PhantasmError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_FILE = "shell_history.jsonl"
# More than anybody looks through with the arrow keys; a search by Ctrl-R stays immediate.
_LINES_KEPT = 2_000
# Rewriting the file costs more than a few lines too many: it is done when half as many again are there.
_LINES_AT_MOST = 3_000
# A pasted text of this length is no command that anybody types again.
_LONGEST_LINE_CHARACTERS = 10_000
_PRIVATE = 0o600


class KeptLines(History):
    """The lines of this shell, and before them those of earlier ones; `keep` writes a line down."""

    def __init__(self, path: Path | None = None) -> None:
        super().__init__()
        self._path = path or user_folder() / _FILE

    def load_history_strings(self) -> Iterable[str]:
        """Return the lines of earlier shells, newest first."""
        lines = _read(self._path)
        if len(lines) > _LINES_AT_MOST:
            self._shorten(lines[-_LINES_KEPT:])
        return list(reversed(lines[-_LINES_KEPT:]))

    def store_string(self, string: str) -> None:
        """Write nothing yet: whether a line holds a secret is known when it was answered."""

    def keep(self, line: str) -> bool:
        """Write a line down, unless it is private or holds a secret; tells whether it was written."""
        if not line.strip() or line.startswith(" ") or len(line) > _LONGEST_LINE_CHARACTERS:
            return False
        if "sensitive" in line or holds_secret(line):
            return False
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
            descriptor = os.open(self._path, flags, _PRIVATE)
            try:
                os.fchmod(descriptor, _PRIVATE)
                os.write(descriptor, (json.dumps(line) + "\n").encode())
            finally:
                os.close(descriptor)
        except OSError:  # a full disk or a read-only home costs the line, never the shell
            return False
        return True

    def _shorten(self, lines: list[str]) -> None:
        try:
            replace_text(self._path, "".join(json.dumps(line) + "\n" for line in lines), mode=_PRIVATE)
        except OSError:
            return  # it stays long


def holds_secret(line: str) -> bool:
    """Tell whether the runtime would mask something in a line: it does so in every refusal that it words."""
    from phantasm.runtime.bootstrap import error_response  # noqa: PLC0415  the runtime

    worded = error_response(PhantasmError(Code.INVALID_REQUEST, line)).error
    return worded is None or worded.message != line


def _read(path: Path) -> list[str]:
    """Return what a file of lines holds, oldest first; what is damaged is left out."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return []
    with os.fdopen(descriptor, encoding="utf-8", errors="replace") as file:
        return [line for text in file if (line := _line(text))]


def _line(text: str) -> str:
    try:
        value = json.loads(text)
    except ValueError:
        return ""
    return value if isinstance(value, str) else ""
