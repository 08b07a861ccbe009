"""Trusted places: a link, a folder of somebody else and a store not accepted here are refused unread."""

import os
import shlex
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from phantasm.capabilities.clock import SystemClock
from phantasm.config import trust
from phantasm.config.finding import FOLDER, find_project
from phantasm.config.load import printable
from phantasm.config.paths import Paths
from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject
from phantasm.storage.driver import Error
from phantasm.storage.failures import corrupt, translate
from phantasm.storage.files import make_private_folder
from phantasm.workspace.tracking import tracked_below


def refuse_unsafe(paths: Paths) -> None:
    """Refuse a project whose private part is a link, somebody else's, or not accepted by a person here."""
    refuse_foreign(paths)
    refuse_untrusted(paths)


def refuse_untrusted(paths: Paths) -> None:
    """Refuse a store that is not on the user's list of trusted places, before a byte of it is read.

    Empty folders, as a bootstrap without room leaves them, hold nothing that could be believed.
    """
    root = str(paths.root)
    if (why := trust.doubt(root)) and not trust.is_empty(root):
        raise untrusted(paths, why)


def untrusted(paths: Paths, why: str) -> PhantasmError:
    """Return the refusal of a store that no person has accepted."""
    return PhantasmError(
        Code.UNTRUSTED_PROJECT,
        f"{paths.state} is not read: {why}",
        remediation=(
            Remediation("Look at what it is; if it is yours, accept it.", command="phantasm trust"),
            Remediation("If it is not, remove it.", command=f"rm -r {shlex.quote(str(paths.state))}"),
        ),
    )


def claim(paths: Paths) -> None:
    """Accept the private folder that is about to be made for a project, before anything lies in it."""
    paths.folder.mkdir(mode=0o755, exist_ok=True)
    if why := trust.claim(str(paths.root), at=to_timestamp(SystemClock().now())):
        raise untrusted(paths, why)


def refuse_tracked_state(paths: Paths) -> None:
    """Refuse memory that came with a clone: git itself tracks it."""
    planted = tracked_below(paths.root, paths.relative(paths.state))
    if planted or trust.tracked(str(paths.root)):
        example = printable(planted[0]) if planted else paths.relative(paths.state)
        raise PhantasmError(
            Code.UNSAFE_PROJECT,
            f"the repository tracks {example}: memory that came with a clone is somebody else's",
            remediation=(
                Remediation(
                    "Take it out of the repository and out of the way, then bootstrap again.",
                    command=f"git rm -r --cached {FOLDER}/state && mv {FOLDER}/state ../foreign-memory",
                ),
            ),
        )


def look_at(start: Path) -> JsonObject:
    """Say what lies in a project's private folder, for the person who decides: counts, none of its words."""
    from phantasm.storage.inspection import glance  # noqa: PLC0415  only `phantasm trust` looks

    paths = _places(start)
    files = [path for path in paths.state.rglob("*") if path.is_file() and not path.is_symlink()]
    found = glance(paths.store)
    why = trust.doubt(str(paths.root))
    return {
        "path": os.path.realpath(paths.root),
        "trusted": not why,
        "reason": why or None,
        "store_id": printable(found.store_id)[:100] if found.store_id else None,
        "made_at": printable(found.created_at)[:40] if found.created_at else None,
        "records": found.records,
        "bytes": sum(path.stat().st_size for path in files),
        # Whoever made them could use them: tokens open a server that is started here.
        "tokens": sum(path.parent == paths.tokens for path in files),
    }


def trust_store(start: Path, seen: JsonObject) -> None:
    """Put a project's store on the person's list, as it was shown to them."""
    paths = _places(start)
    refuse_tracked_state(paths)
    store_id = seen["store_id"]
    with typed_failures():
        for folder in paths.private_folders():
            make_private_folder(folder)
        now = to_timestamp(SystemClock().now())
        trust.accept(str(paths.root), store_id if isinstance(store_id, str) else None, at=now)


def distrust(start: Path) -> JsonObject:
    """Take a project off the list; of one that is no longer there, its path is enough."""
    root = find_project(start.absolute()) or start.absolute()
    return {"path": os.path.realpath(root), "trusted": False, "changed": trust.remove(str(root))}


def trusted_places() -> JsonObject:
    """Return everything that the person has accepted, and what is wrong with the list."""
    known = trust.read()
    places: list[JsonObject] = [
        {"path": path, "store_id": entry["id"] or None, "accepted_at": entry["at"]}
        for path, entry in sorted(known.stores.items())
    ]
    return {
        "file": trust.place(),
        "problem": known.problem or None,
        "stores": places,
        "folders": known.folders,
        "variables": known.variables,
        "files": sorted(known.files),
    }


def _places(start: Path) -> Paths:
    root = find_project(start.absolute())
    paths = Paths(root) if root else None
    if paths is None or not os.path.lexists(paths.state):
        raise PhantasmError(
            Code.NOT_BOOTSTRAPPED,
            f"no .phantasm store in {start} or above it",
            remediation=(Remediation("Set up memory for this project.", command="phantasm bootstrap"),),
        )
    refuse_foreign(paths)
    return paths


def refuse_foreign(paths: Paths) -> None:
    """Refuse what is a symbolic link, belongs to another user, or is no folder or file where one must be."""
    for path in (paths.folder, *paths.private_folders()):
        _refuse_unless(path, stat.S_ISDIR, "a folder")
    store = paths.store
    for path in (store, *(store.with_name(store.name + suffix) for suffix in ("-wal", "-shm")), paths.lock):
        _refuse_unless(path, stat.S_ISREG, "a regular file")


@contextmanager
def typed_failures() -> Iterator[None]:
    """Turn what the file system or SQLite refuses into the error that a caller knows."""
    try:
        yield
    except (OSError, Error) as problem:
        # Statements of ours that the file does not understand: its tables are not those of a store.
        raise translate(problem) or corrupt(f"the store cannot be read: {problem}") from problem


def _refuse_unless(path: Path, is_expected: Callable[[int], bool], expected: str) -> None:
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return
    if stat.S_ISLNK(found.st_mode):
        raise _unsafe(path, "is a symbolic link")
    if not is_expected(found.st_mode):
        raise _unsafe(path, f"is not {expected}")
    if found.st_uid != os.geteuid():
        raise _unsafe(path, f"belongs to another user (uid {found.st_uid})")


def _unsafe(path: Path, reason: str) -> PhantasmError:
    return PhantasmError(
        Code.UNSAFE_PROJECT,
        f"{path} {reason}",
        remediation=(Remediation("Look at where it came from; remove it, then run `phantasm bootstrap`."),),
    )
