"""Is something wrong that the person has to know? One line at the start of a session, with the next step."""

import os
import shutil
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from phantasm.config.paths import Paths
from phantasm.contracts.agent_event import OUT_OF_TIME
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.hook_traces import RECENTLY, recent_failures, waiting_in

if TYPE_CHECKING:
    from phantasm.runtime.bootstrap import Runtime

_WAITING_AGE: Final = timedelta(hours=1)
_MOST_WAITING: Final = 20
"""How many events may wait for so long: a session that nobody went on with leaves a few."""
_FEWEST_FAILURES: Final = 3
"""One hook that was stopped, or ran out of time while the machine was busy, is no trouble."""
_FEWEST_LATE: Final = 20
"""A busy machine is late now and then; what was late is taken in later."""
_LONGEST_NAME: Final = 60
_LOW_DISK_BYTES: Final = 100 * 1024 * 1024
"""As `health` says it."""
_MOST_CHARACTERS: Final = 300
"""The longest line, in characters: a person reads it in passing."""
_NANOSECONDS: Final = 1_000_000_000
_WHY: Final = {
    Code.CONFIG_INVALID: "its configuration is not valid",
    Code.STORE_BUSY: "somebody else writes to the store",
    Code.STORE_CORRUPT: "the store is damaged",
    Code.STORAGE_FULL: "the disk is full",
    Code.STORAGE_FAILED: "the disk failed",
    Code.READ_ONLY: "the store cannot be written",
    Code.SCHEMA_NEWER: "the store is of a newer release",
    Code.UNSAFE_PROJECT: "its folder is not yours alone, or came with the repository",
    Code.UNTRUSTED_PROJECT: "nobody has accepted it on this machine",
}
_SILENT: Final = frozenset((Code.NOT_BOOTSTRAPPED,))
"""Where memory was never asked for, nothing is said about it."""


def notice(runtime: "Runtime") -> str:
    """Return what is wrong with an open project in one line; empty where nothing is."""
    environment = runtime.environment
    paths, now = environment.paths, environment.clock.now()
    captures = environment.config.settings.hooks.capture
    checks = (
        _read_only(paths),
        _full(paths),
        _quarantined(paths, now),
        _waiting(paths, now) if captures else "",
        _failing(paths, now),
    )
    return next((_line(found) for found in checks if found), "")


def notice_of(problem: PhantasmError) -> str:
    """Return why a project could not be opened in one line, with the next step.

    In our words only: a message quotes the repository's files, and some clients show a notice to the model.
    """
    if problem.code in _SILENT:
        return ""
    why = _WHY.get(problem.code, f"something is wrong ({problem.code.value})")
    return _line(f"memory cannot be used now: {why}. Next: phantasm doctor")


def _read_only(paths: Paths) -> str:
    if os.access(paths.store, os.W_OK) and os.access(paths.state, os.W_OK):
        return ""
    return "the store cannot be written, so nothing of this session is kept. Next: phantasm doctor"


def _full(paths: Paths) -> str:
    free = shutil.disk_usage(paths.state).free
    return (
        f"only {free // 2**20} MiB of disk are free. Next: phantasm doctor" if free < _LOW_DISK_BYTES else ""
    )


def _quarantined(paths: Paths, now: datetime) -> str:
    folder = paths.quarantine / "inbox"
    since = (now - RECENTLY).timestamp()
    count = sum(_changed(folder / name) >= since for name in waiting_in(folder))
    if not count:
        return ""
    return f"{count} events of agents could not be understood. Next: look in {paths.relative(folder)}"


def _waiting(paths: Paths, now: datetime) -> str:
    until = (now - _WAITING_AGE).timestamp() * _NANOSECONDS
    stems = (name.partition("-")[0] for name in waiting_in(paths.inbox))
    count = sum(stem.isdecimal() and int(stem) < until for stem in stems)
    if count <= _MOST_WAITING:
        return ""
    return f"{count} events of agents wait for more than an hour. Next: phantasm doctor"


def _failing(paths: Paths, now: datetime) -> str:
    told = recent_failures(paths, now)
    late = [one for one in told if one.get("problem") == OUT_OF_TIME]
    failed = [one for one in told if one.get("problem") != OUT_OF_TIME]
    if len(failed) >= _FEWEST_FAILURES:
        last = failed[-1]
        what = _name(last.get("problem"))
        return f"hooks failed {len(failed)} times in the last day, last with {what}. Next: phantasm doctor"
    if len(late) >= _FEWEST_LATE:
        return (
            f"hooks ran out of time {len(late)} times in the last day; nothing is lost. Next: phantasm doctor"
        )
    return ""


def _name(told: object) -> str:
    """Return the name of a problem, if it is one: a log can be written by anybody who has the folder."""
    return (
        told if isinstance(told, str) and told.isidentifier() and len(told) <= _LONGEST_NAME else "an error"
    )


def _changed(path: Path) -> float:
    try:
        return path.lstat().st_mtime
    except OSError:
        return 0.0


def _line(text: str) -> str:
    """Return a text as one line in which nothing can move a cursor."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return f"Phantasm: {plain}"[:_MOST_CHARACTERS]
