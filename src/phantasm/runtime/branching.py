"""Did anything happen to branches since somebody looked? Then records follow, before the next answer.

Looked at cheaply: the files in which git keeps branches have the same times as long as nothing moves. Only
where they have not, git is asked, and only where something is to be done, something is written.
"""

import hashlib
import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from phantasm.capabilities.environment import Environment
from phantasm.contracts.errors import PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.runtime.asking import ask_in_run
from phantasm.storage.driver import Error
from phantasm.storage.files import write_whole
from phantasm.workspace.place import git_folder, shared_folder

if TYPE_CHECKING:
    from phantasm.runtime.bootstrap import Runtime

_MOST_STEPS: Final = 10
"""Events that are followed before an answer; the rest is followed before the next one, or at night."""
_MOST_FILES: Final = 5_000
"""Branches that are looked at one by one; where there are more, git packs most of them into one file."""


def follow_changes(runtime: "Runtime") -> list[JsonObject]:
    """Follow what happened to branches, if anything did; nothing that goes wrong keeps an answer back."""
    environment = runtime.environment
    if not environment.config.settings.workspace.follow_branches or not environment.paths.store.exists():
        return []
    kept = environment.paths.state / "branches-seen"
    try:
        now, (files, names) = stamp(environment.start), _read(kept)
        if now is None or now == files:
            return []
        there = _names(environment.start)
        # A branch that only grew concerns nobody: nothing was merged, renamed or removed.
        done = _follow(runtime) if there != names else []
        if len(done) < _MOST_STEPS:
            write_whole(kept, f"{now}\n{there}\n".encode())
    except (PhantasmError, OSError, Error):
        return []
    return done


def told(done: JsonObject) -> str:
    """Say what one event made of records, and how that is taken back."""
    outcomes = [str(one["outcome"]) for one in cast("list[JsonObject]", done["records"])]
    counted = ", ".join(f"{outcomes.count(name)} {name}" for name in sorted(set(outcomes)))
    return f"{done['why']}: {counted} (phantasm undo {done['run_id']})"


def stamp(start: Path) -> str | None:
    """Return a text that changes when a branch or a worktree comes, goes or moves; None without git."""
    own = git_folder(start)
    if own is None:
        return None
    seen = hashlib.sha256()
    shared = shared_folder(own).resolve()
    for number, (path, changed) in enumerate(_kept(shared)):
        if number >= _MOST_FILES:
            break
        seen.update(f"{path} {changed}\n".encode())
    return seen.hexdigest()


def _follow(runtime: "Runtime") -> list[JsonObject]:
    run_id = runtime.environment.ids.new("run")
    steps = count()

    def ask() -> JsonObject:
        return ask_in_run(runtime, "branches_follow", {}, run_id=run_id, key=str(next(steps)))

    return [data | {"run_id": run_id} for data in follow_events(runtime.environment, ask, most=_MOST_STEPS)]


def follow_events(
    environment: Environment, ask: Callable[[], JsonObject], *, most: int, stops: Callable[[], bool] = bool
) -> list[JsonObject]:
    """Follow one event after the other: what is done about one may lead to the next. Says what each came to.

    `ask` sends the next step through the door; where nothing happened, nothing is sent and nothing written.
    """
    done: list[JsonObject] = []
    for _ in range(most):
        if stops() or not _is_news(environment):
            break
        data = ask()
        if data.get("event") is not None:
            done.append(data)
    return done


def _is_news(environment: Environment) -> bool:
    """Tell whether there is something to do, or a branch or a worktree to get to know."""
    from phantasm.learning.watching import look  # noqa: PLC0415  git, which most requests do not need

    found = look(environment)
    if found is None:
        return False
    known = {(one.scope, one.name) for one in found.known}
    return bool(found.events) or any((one.scope, one.name) not in known for one in found.seen)


def _kept(shared: Path) -> Iterator[tuple[str, int]]:
    """Yield the files and folders in which git keeps branches, and when each was changed."""
    waiting = [str(shared / name) for name in ("packed-refs", "refs/heads", "refs/remotes", "worktrees")]
    while waiting:
        path = waiting.pop()
        try:
            yield path, Path(path).stat().st_mtime_ns
            with os.scandir(path) as entries:
                below = sorted(entry.path for entry in entries)
        except OSError:  # a file, or gone meanwhile
            continue
        # Of a linked worktree only that it is there counts: what happens in it is no news to others.
        waiting += below if "worktrees" not in path.rsplit("/", 1)[-1] else []


def _names(start: Path) -> str:
    """Return a text that changes when the trunk moves, or a branch or a worktree comes or goes."""
    from phantasm.workspace.branches.reading import read  # noqa: PLC0415  git, which most requests do not need

    found = read(start)
    if found is None:
        return ""
    said = [
        found.trunk_tips,
        sorted(found.heads),
        sorted(found.remotes),
        sorted(found.worktrees),
        found.renames,
    ]
    return hashlib.sha256(repr(said).encode()).hexdigest()


def _read(path: Path) -> tuple[str, str]:
    """Return what was seen last: the stamp of the files, and of the names in them."""
    try:
        files, _, names = path.read_text(encoding="ascii").strip().partition("\n")
    except (OSError, ValueError):
        return "", ""
    return files, names
