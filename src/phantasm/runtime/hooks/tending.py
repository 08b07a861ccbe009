"""Who looks after what hooks leave and need? Whichever process opens the project next.

Before it answers, it takes in what lies in the inbox; when it is done, it makes the standing contexts anew
that its writes have made old. Both are bounded, and neither can make the answer fail.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from phantasm.config.paths import Paths
from phantasm.contracts.errors import PhantasmError
from phantasm.runtime.bootstrap import open_or_explain
from phantasm.runtime.branching import follow_changes, told
from phantasm.storage.driver import Error
from phantasm.storage.entries import is_written_since

if TYPE_CHECKING:
    from phantasm.runtime.bootstrap import Runtime

DRAIN_SECONDS: Final = 1.0
"""How long a command may be held up by what hooks left: a session's last turns take a tenth of that."""
IRRELEVANT: Final = ("session_append", "session_start", "session_end")
"""What a session adds to the store is no part of what holds for every task, until something is made of it."""
_ENDING: Final = ".json"


@contextmanager
def tended(start: Path, followed: list[str] | None = None) -> Iterator["Runtime"]:
    """Open the project that a folder belongs to, and look after what hooks leave and need.

    What records followed in git is added to `followed`, for whoever tells it.
    """
    with open_or_explain(start) as runtime:
        if not runtime.has_store:  # nothing to look after, or nothing that may be touched
            yield runtime
            return
        take_in(runtime, seconds=DRAIN_SECONDS)
        take_in_tracked(runtime)
        done = follow_changes(runtime)
        if followed is not None:
            followed += [told(one) for one in done if one.get("records")]
        yield runtime
        old = _has_old(runtime)
    if old:
        from phantasm.runtime.hooks.standing import refresh_known  # noqa: PLC0415  only after a write

        refresh_known(start)


def take_in(runtime: "Runtime", *, seconds: float) -> None:
    """Take in what hooks left, if there is anything, as far as the time goes."""
    if any(name.endswith(_ENDING) for name in _names(runtime.environment.paths.inbox)):
        from phantasm.runtime.hooks.draining import drain  # noqa: PLC0415  the importer

        drain(runtime, seconds=seconds)


def take_in_tracked(runtime: "Runtime") -> None:
    """Take in what others changed in the files that git tracks, where memory is shared so."""
    if runtime.environment.config.settings.sharing.tracked:
        from phantasm.runtime.tracked_files import take_in as take_in_files  # noqa: PLC0415  seldom on

        take_in_files(runtime)


def _has_old(runtime: "Runtime") -> bool:
    """Tell whether a context lies ready that no longer says what is held."""
    paths = runtime.environment.paths
    names = [name for name in _names(paths.ready) if name.endswith(_ENDING)]
    if not names:
        return False
    try:
        with runtime.environment.database.read() as (connection, _):
            return any(
                not isinstance(seq := _seq(paths, name), int) or is_written_since(connection, seq, IRRELEVANT)
                for name in names
            )
    except (PhantasmError, OSError, Error):
        return False


def _seq(paths: Paths, name: str) -> object:
    try:
        told = json.loads((paths.ready / name).read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return told.get("seq") if isinstance(told, dict) else None


def _names(folder: Path) -> list[str]:
    try:
        return [entry.name for entry in folder.iterdir()]
    except OSError:  # a project that is older than hooks, or none
        return []
