"""Is the standing context that lies ready still what would be compiled now?

Everything that it depends on is compared: the store's own count of changes, the day, the branch, the files of
the configuration. One difference, and it is compiled anew.
"""

from __future__ import annotations

import os
import sqlite3
import time

from phantasm import __version__
from phantasm.surfaces.hooks.clients.json_text import parsed
from phantasm.surfaces.hooks.project import head_of, is_configured_here

FORMAT = 1
# A writer holds the store for milliseconds, and readers do not wait for it at all.
_PATIENCE_SECONDS = 0.05
# What a session adds to the store is no part of what holds for every task, until something is made of it.
CHANGED = """SELECT store_id, epoch, seq >= :seq, EXISTS (
    SELECT 1 FROM operations
    WHERE seq > :seq AND operation NOT IN ('session_append', 'session_start', 'session_end')) FROM head"""
_ESCAPED = {"%": "%25", "?": "%3f", "#": "%23"}


class Ready:
    """A standing context that still holds."""

    __slots__ = ("context", "items", "notice", "prints")

    def __init__(self, told: dict[str, object]) -> None:
        self.context = str(told.get("context") or "")
        self.notice = str(told.get("notice") or "")
        self.items = told.get("items") or []
        self.prints = told.get("prints") or []


def find(state: str, client: str, folder: str) -> Ready | None:
    """Return the context that lies ready for a client, if it still holds."""
    if is_configured_here():
        return None
    try:
        with open(f"{state}/ready/{client}.json", encoding="utf-8") as file:
            told = parsed(file.read())
        if not isinstance(told, dict):
            return None
        holds = _is_of_now(told) and _is_of_here(told, folder) and _is_of_store(told, f"{state}/store.sqlite")
    except (OSError, ValueError, LookupError, TypeError, AttributeError, sqlite3.Error):
        return None  # missing or damaged: it is only a copy
    return Ready(told) if holds else None


def _is_of_now(told: dict[str, object]) -> bool:
    now = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())
    if told["format"] != FORMAT or told["version"] != __version__ or told["day"] != now[:10]:
        return False
    return not told["until"] or now < str(told["until"])


def _is_of_here(told: dict[str, object], folder: str) -> bool:
    files = told["files"]
    if not isinstance(files, dict) or told["head"] != head_of(folder):
        return False
    return all(_stamp(name) == stamp for name, stamp in files.items())


def _stamp(name: str) -> list[int] | None:
    try:
        status = os.stat(name)
    except OSError:
        return None
    return [status.st_mtime_ns, status.st_size]


def _is_of_store(told: dict[str, object], store: str) -> bool:
    """Tell whether the store is the same, and nothing was written since that such a context could show."""
    place = "".join(_ESCAPED.get(sign, sign) for sign in store)
    connection = sqlite3.connect(f"file:{place}?mode=ro", uri=True, timeout=_PATIENCE_SECONDS)
    try:
        found = connection.execute(CHANGED, {"seq": told["seq"]}).fetchone()
    finally:
        connection.close()
    return found is not None and list(found) == [told["store_id"], told["epoch"], 1, 0]
