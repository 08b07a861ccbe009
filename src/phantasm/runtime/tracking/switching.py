"""Sharing through git, switched on and off: a setting, a line of .gitattributes, and git's merge driver.

All three or none: what was changed before a step failed is put back.
"""

import shlex
import shutil
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from phantasm.config.editing import set_value
from phantasm.config.files import read_config, replace_text
from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.runtime.bootstrap import locate
from phantasm.runtime.steps import Step
from phantasm.state.exchange.tracked.folder import NAME, Shelf, shelf_of
from phantasm.state.exchange.tracked.naming import SUFFIX
from phantasm.workspace import git
from phantasm.workspace.place import top_of

KEY = "sharing.tracked"
_DRIVER = "merge.phantasm"
_ATTRIBUTES = f"{NAME}/** merge=phantasm text eol=lf"
_TITLE = "Phantasm: memory, field by field"
_ORDINARY_MODE = 0o644


@dataclass(frozen=True, slots=True)
class _Place:
    paths: Paths
    shelf: Shelf
    undo: ExitStack

    @property
    def attributes(self) -> Path:
        return Paths(self.shelf.root).attributes

    def change(self, path: Path, write: Callable[[], None]) -> None:
        """Change a file, and note how to put it back."""
        before = read_config(path) if path.exists() else None
        mode = path.stat().st_mode & 0o777 if path.exists() else _ORDINARY_MODE
        write()
        if before is None:
            self.undo.callback(path.unlink, missing_ok=True)
        else:
            self.undo.callback(replace_text, path, before, mode=mode)


def switch(start: Path, *, on: bool, dry_run: bool, undo: ExitStack) -> list[Step]:
    """Switch sharing on or off; returns what was done, or would be. Files of records stay as they are.

    What puts everything back is pushed onto `undo`: whoever is content with the rest calls `pop_all` on it.
    """
    paths = locate(start)
    place = _Place(paths, shelf_of(paths, start.absolute()), undo)
    if on:
        _require_git(place.shelf.root)
    try:
        return _switched(place, on=on, dry_run=dry_run)
    except git.GitError as problem:
        raise PhantasmError(
            Code.STORAGE_FAILED,
            f"git refused: {problem}",
            remediation=(
                Remediation("Look at what keeps git from it.", command="git config --local --list"),
            ),
        ) from problem


def _require_git(root: Path) -> None:
    """Refuse what is no repository before anything is changed: there is nothing to share memory through."""
    try:
        git.run(root, "rev-parse", "--is-inside-work-tree")
    except git.SilentGitError as problem:
        raise PhantasmError(
            Code.NOT_FOUND,
            f"memory is shared through git, and it cannot be asked: {problem}",
            remediation=(Remediation("Install git, then try again."),),
        ) from problem
    except git.GitError as problem:
        found = top_of(root) is not None
        what = f"git refuses {root}: {problem}" if found else f"{root} is in no git repository"
        step = ("See what git says.", "git status") if found else ("Make it one, then try again.", "git init")
        raise PhantasmError(
            Code.NOT_FOUND,
            f"memory is shared through git, and {what}",
            remediation=(Remediation(step[0], command=step[1]),),
        ) from problem


def _switched(place: _Place, *, on: bool, dry_run: bool) -> list[Step]:
    steps = [_setting(place, on=on, dry_run=dry_run), _attributes(place, on=on, dry_run=dry_run)]
    if top_of(place.shelf.root) is not None:
        steps.append(_driver(place, on=on, dry_run=dry_run))
    if on and _is_ignored(place.shelf):
        steps.append(
            Step("keep", place.shelf.shown(""), "git ignores this folder: take it out of .gitignore")
        )
    return steps


def driver_command() -> str:
    """Return the command by which git starts the merge driver."""
    program = shutil.which("phantasm") or str(Path(sys.executable).with_name("phantasm"))
    return f"{shlex.quote(program)} merge-driver %O %A %B %P"


def driver_of(start: Path) -> str | None:
    """Return the merge driver that this clone has; None where there is none."""
    paths = locate(start)
    return (
        git.answer(shelf_of(paths, start.absolute()).root, "config", "--local", f"{_DRIVER}.driver") or None
    )


def _setting(place: _Place, *, on: bool, dry_run: bool) -> Step:
    path = place.paths.settings
    if not dry_run:
        place.change(path, lambda: set_value(path, KEY, "true" if on else "false"))
    return Step("update", place.paths.relative(path), f"{KEY} = {'true' if on else 'false'}")


def _attributes(place: _Place, *, on: bool, dry_run: bool) -> Step:
    path = place.attributes
    shown = path.relative_to(place.shelf.root).as_posix()
    text = read_config(path)
    others = [line for line in text.splitlines() if line.strip() != _ATTRIBUTES]
    wanted = "".join(f"{line}\n" for line in [*others, *([_ATTRIBUTES] if on else [])])
    if wanted == text:
        return Step("keep", shown, "says so already" if on else "has no such line")
    if not dry_run:
        mode = path.stat().st_mode & 0o777 if path.exists() else _ORDINARY_MODE
        place.change(path, lambda: replace_text(path, wanted, mode=mode))
    return Step("update", shown, f"{'adds' if on else 'removes'}: {_ATTRIBUTES}")


def _driver(place: _Place, *, on: bool, dry_run: bool) -> Step:
    root, shown = place.shelf.root, ".git/config"
    held = git.answer(root, "config", "--local", f"{_DRIVER}.driver")
    if not on:
        if held and not dry_run:
            place.undo.callback(_put_driver_back, root, held)
            git.run(root, "config", "--local", "--remove-section", _DRIVER)
        return Step(
            "update" if held else "keep", shown, f"{_DRIVER} removed" if held else "has no merge driver"
        )
    command = driver_command()
    if held == command:
        return Step("keep", shown, f"{_DRIVER}.driver = {command}")
    if not dry_run:
        place.undo.callback(_put_driver_back, root, held)
        _set_driver(root, command)
    return Step("update", shown, f"{_DRIVER}.driver = {command} (in this clone only)")


def _set_driver(root: Path, command: str) -> None:
    git.run(root, "config", "--local", f"{_DRIVER}.name", _TITLE)
    git.run(root, "config", "--local", f"{_DRIVER}.driver", command)


def _put_driver_back(root: Path, held: str | None) -> None:
    if git.answer(root, "config", "--local", f"{_DRIVER}.driver") == held:
        return
    if held is None:
        git.run(root, "config", "--local", "--remove-section", _DRIVER)
    else:
        _set_driver(root, held)


def _is_ignored(shelf: Shelf) -> bool:
    name = shelf.shown(f"fact/x{SUFFIX}")
    # This one command refuses names that are taken literally; this name has nothing to take otherwise.
    return git.answer(shelf.root, "--no-literal-pathspecs", "check-ignore", "-q", name) is not None
