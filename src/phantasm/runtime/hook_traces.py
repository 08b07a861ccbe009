"""What have hooks left behind? Events that wait to be taken in, and what they noted when they failed."""

import json
import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from phantasm.config.paths import Paths
from phantasm.contracts.agent_event import FAILURES_LOG, LATE_LOG
from phantasm.contracts.clock import to_timestamp

RECENTLY: Final = timedelta(days=1)
"""How long a failure speaks."""
_MOST_LOG_BYTES: Final = 64 * 1024


def waiting_in(folder: Path) -> list[str]:
    """Return what the files are called that wait, oldest first."""
    try:
        with os.scandir(folder) as entries:
            found = [one.name for one in entries if one.name.endswith(".json")]
    except OSError:
        return []
    return sorted(name for name in found if not name.startswith("."))


def recent_failures(paths: Paths, now: datetime) -> list[dict[str, object]]:
    """Return what hooks noted of the last day, the newest last."""
    since = to_timestamp(now - RECENTLY)[:19]
    told = [*_failures(paths.logs / LATE_LOG), *_failures(paths.logs / FAILURES_LOG)]
    return [one for one in told if str(one.get("at", "")) >= since]


def _failures(path: Path) -> list[dict[str, object]]:
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - _MOST_LOG_BYTES))
            lines = file.read(_MOST_LOG_BYTES).splitlines()
    except OSError:
        return []
    found: list[dict[str, object]] = []
    for line in lines:
        try:
            told = json.loads(line)
        except (ValueError, RecursionError):  # the first line may be cut off
            continue
        if isinstance(told, dict):
            found.append(told)
    return found
