"""When was nothing to be kept? Between pause and resume, also in a transcript that is read later."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from phantasm.config.paths import Paths
from phantasm.contracts.clock import to_timestamp
from phantasm.storage.files import make_private_folder, write_durably

Span = tuple[str, str]
"""From a moment until before another, in UTC."""
MOST: Final = 1_000
"""How many pauses are remembered: more than anybody makes while a client keeps its transcripts."""
_STILL: Final = "9999"
"""Behind every moment: the pause goes on."""


def begin(paths: Paths, now: str) -> bool:
    """Begin a pause; tells whether there was one already, which then goes on."""
    if paths.paused.exists():
        return True
    make_private_folder(paths.state)
    write_durably(paths.paused, now.encode())
    return False


def end(paths: Paths, now: str) -> bool:
    """End a pause and remember when it was; tells whether there was one."""
    began = _began(paths.paused)
    if began is None:
        return False
    kept = [*spans(paths)[:-1], (began, now)][-MOST:]
    write_durably(paths.pauses, json.dumps(kept).encode())
    paths.paused.unlink(missing_ok=True)
    return True


def spans(paths: Paths) -> list[Span]:
    """Return when nothing was to be kept; a pause that goes on is the last."""
    try:
        told = json.loads(_read(paths.pauses) or "[]")
        found = [(str(began), str(ended)) for began, ended in told]
    except (ValueError, TypeError, RecursionError):  # damaged: what was said then cannot be told apart
        found = []
    began = _began(paths.paused)
    return [*found, (began, _STILL)] if began is not None else found


def is_within(at: str | None, pauses: Sequence[Span]) -> bool:
    """Tell whether a moment lies in one of the pauses."""
    return at is not None and any(began <= at < ended for began, ended in pauses)


def _began(path: Path) -> str | None:
    """Return when a pause began: what the file says, else when somebody made it by hand."""
    told = _read(path)
    if told is None:
        return None
    return told.strip() or to_timestamp(datetime.fromtimestamp(path.stat().st_mtime, UTC))


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
