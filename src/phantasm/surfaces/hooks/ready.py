"""Is the standing context that lies ready still what would be compiled now?

Everything that it depends on is compared: the store's own count of changes, the day, the branch, the files of
the configuration and those of the working tree that it cites. One difference, and it is compiled anew.
"""

from __future__ import annotations

import os
import sqlite3
import time

from phantasm import __version__
from phantasm.config import trust
from phantasm.contracts.agent_event import FAILURES_LOG, READY_FORMAT
from phantasm.contracts.json_text import parsed
from phantasm.surfaces.hooks.project import FILE, head_of, is_configured_here

_MOST_BYTES = 1 << 20
"""A standing context has 9,000 characters, and as much again is said about it."""
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
        told = parsed(_read(f"{state}/ready/{client}.json"))
        if not isinstance(told, dict):
            return None
        holds = _is_of_now(told) and _is_of_here(told, folder, os.path.dirname(state))
        holds = holds and _is_of_store(told, f"{state}/store.sqlite")
    except (OSError, ValueError, LookupError, TypeError, AttributeError, sqlite3.Error):
        return None  # missing or damaged: it is only a copy
    return Ready(told) if holds else None


def _read(name: str) -> str:
    """Return a file that only this user can have written; nothing that is a link, a pipe or too long."""
    descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        status = os.fstat(descriptor)
        own = status.st_uid == os.geteuid() and not status.st_mode & 0o077
        if not own or status.st_mode >> 12 != FILE or status.st_size > _MOST_BYTES:
            return ""
        return os.read(descriptor, _MOST_BYTES).decode()
    finally:
        os.close(descriptor)


def _is_of_now(told: dict[str, object]) -> bool:
    today = time.strftime("%Y-%m-%d", time.gmtime())
    # A context knows days, not hours: nothing in it changes by itself before the day does.
    return told["format"] == READY_FORMAT and told["version"] == __version__ and told["day"] == today


def _is_of_here(told: dict[str, object], folder: str, ours: str) -> bool:
    names = [f"{ours}/phantasm.toml", f"{ours}/clients.toml", trust.place()]
    # What the notice depends on: events that nobody understood, and hooks that failed.
    names += [f"{ours}/state/quarantine/inbox", f"{ours}/state/logs/{FAILURES_LOG}"]
    if told["head"] != head_of(folder) or told["files"] != {name: _stamp(name) for name in names}:
        return False
    cited = told["cited"]
    # What the context cites in the working tree: where a file was touched, it has to be looked at again.
    return isinstance(cited, dict) and all(_stamp(name) == stamp for name, stamp in cited.items())


def _stamp(name: str) -> list[int] | None:
    try:
        status = os.stat(name)
    except OSError:
        return None
    return [status.st_mtime_ns, status.st_size]


def _is_of_store(told: dict[str, object], store: str) -> bool:
    """Tell whether the store is the same, and nothing was written since that such a context could show."""
    # A pipe would keep us waiting; a store that cannot be written is something to be told.
    if os.lstat(store).st_mode >> 12 != FILE or not os.access(store, os.W_OK):
        return False
    place = "".join(_ESCAPED.get(sign, sign) for sign in store)
    connection = sqlite3.connect(f"file:{place}?mode=ro", uri=True, timeout=_PATIENCE_SECONDS)
    try:
        found = connection.execute(CHANGED, {"seq": told["seq"]}).fetchone()
    finally:
        connection.close()
    return found is not None and list(found) == [told["store_id"], told["epoch"], 1, 0]
