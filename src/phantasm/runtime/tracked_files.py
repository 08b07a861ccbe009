"""Memory as files that git tracks: switched on and off, compared between commits, merged, and taken in.

Switching is a setting, a line of .gitattributes and git's merge driver, all three or none: what was changed
before a step failed is put back.
"""

import shlex
import shutil
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from phantasm.config.editing import set_value
from phantasm.config.files import read_config, replace_text
from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject
from phantasm.runtime.asking import ask_in_run
from phantasm.runtime.bootstrap import locate
from phantasm.runtime.steps import Step
from phantasm.state.exchange.tracked import arriving
from phantasm.state.exchange.tracked.comparing import Compared, Difference, compare
from phantasm.state.exchange.tracked.fields import FormError, fields_of
from phantasm.state.exchange.tracked.folder import MAX_BYTES, NAME, Shelf, list_files, read_bytes, shelf_of
from phantasm.state.exchange.tracked.looking import look
from phantasm.state.exchange.tracked.merging import Merged, merge
from phantasm.state.exchange.tracked.naming import SUFFIX
from phantasm.state.exchange.tracked.revisions import blobs_at, commit_of, common, texts_of
from phantasm.state.exchange.tracked.synced import write_synced
from phantasm.storage.driver import Error
from phantasm.workspace import git
from phantasm.workspace.git import GitError
from phantasm.workspace.place import top_of

if TYPE_CHECKING:
    from phantasm.runtime.bootstrap import Runtime


WORKING_TREE = "working tree"
_HEAD = "HEAD"
_SHORT = 12


@dataclass(frozen=True, slots=True)
class Span:
    """From which commit to which; None: the files as they lie there."""

    start: str
    stop: str | None
    since_parting: bool = False
    """Whether it starts where the two parted, as for a pull request."""


def span_of(words: str) -> Span:
    """Return what some words mean: `A..B`, `A...B`, `A` (up to the files), nothing (from HEAD on)."""
    for mark in ("...", ".."):
        start, found, stop = words.partition(mark)
        if found:
            return Span(start or _HEAD, stop or _HEAD, since_parting=mark == "...")
    return Span(words or _HEAD, None)


def compare_revisions(start: Path, words: str) -> JsonObject:
    """Compare the tracked files of two commits, or of a commit with those that lie there."""
    paths = locate(start)
    shelf = shelf_of(paths, start.absolute())
    span = span_of(words)
    before = _commit(shelf, span.start)
    after = None if span.stop is None else _commit(shelf, span.stop)
    if span.since_parting and after is not None:
        before = common(shelf.root, before, after) or before
    found = _compared(shelf, before, after)
    counts = dict.fromkeys(("added", "changed", "removed"), 0)
    for one in found.differences:
        counts[one.change] += 1
    return {
        "from": before[:_SHORT],
        "to": after[:_SHORT] if after else WORKING_TREE,
        "counts": counts,
        "differences": [_shown(shelf, one) for one in found.differences],
        "problems": [{"path": shelf.shown(name), "problem": problem} for name, problem in found.problems],
    }


def _compared(shelf: Shelf, before: str, after: str | None) -> Compared:
    try:
        earlier = blobs_at(shelf.root, before)
        if after is None:
            return compare(texts_of(shelf.root, earlier), _lying(shelf))
        later = blobs_at(shelf.root, after)
        same = {name for name, blob in earlier.items() if later.get(name) == blob}
        sides = ({name: one for name, one in side.items() if name not in same} for side in (earlier, later))
        return compare(*(texts_of(shelf.root, side) for side in sides))
    except GitError as problem:
        raise PhantasmError(Code.STORAGE_FAILED, f"git could not be read: {problem}") from problem


def _lying(shelf: Shelf) -> dict[str, str]:
    found = {}
    for name in list_files(shelf).stats:
        data = read_bytes(shelf, name) or b""
        found[name] = data.decode("utf-8", "replace").replace("\r\n", "\n")
    return found


def _commit(shelf: Shelf, revision: str) -> str:
    commit = commit_of(shelf.root, revision)
    if not commit:
        raise PhantasmError(
            Code.NOT_FOUND,
            f"git knows no commit {revision!r} in {shelf.root}",
            expected="a branch, a tag, a commit, or two of them as BASE..HEAD",
            remediation=(Remediation("See which there are.", command="git log --oneline --all -20"),),
        )
    return commit


def _shown(shelf: Shelf, one: Difference) -> JsonObject:
    record = one.shown
    changes = [
        {"name": name, "before": (one.before or {}).get(name), "after": (one.after or {}).get(name)}
        for name in one.fields
    ]
    told = {name: record.get(name) for name in ("kind", "subject_key", "handle", "lineage", "statement")}
    return {"change": one.change, "path": shelf.shown(one.path), **told, "fields": changes}


@dataclass(frozen=True, slots=True)
class Files:
    """The three sides as git hands them over; the result goes into `ours`."""

    base: Path
    ours: Path
    theirs: Path


def merge_files(files: Files) -> tuple[str, ...]:
    """Merge and write; returns the fields that a person has to decide, or why it could not be merged."""
    base, ours, theirs = (_text(path) for path in (files.base, files.ours, files.theirs))
    merged = _merged(base, ours, theirs)
    if merged.text != ours:
        files.ours.write_bytes(merged.text.encode("utf-8", "surrogateescape"))
    return merged.conflicts


def _merged(base: str, ours: str, theirs: str) -> Merged:
    if theirs in {ours, base}:
        return Merged(ours)
    if ours == base:
        return Merged(theirs)
    try:
        return merge(fields_of(base) if base.strip() else {}, fields_of(ours), fields_of(theirs))
    except FormError as problem:
        # Not ours to take apart: both sides whole, as git would show them.
        joint = "" if ours.endswith("\n") else "\n"
        end = "" if theirs.endswith("\n") else "\n"
        text = f"<<<<<<< ours\n{ours}{joint}=======\n{theirs}{end}>>>>>>> theirs\n"
        return Merged(text, (str(problem),))


def _text(path: Path) -> str:
    data = path.read_bytes()
    if len(data) > MAX_BYTES:
        raise FormError(f"larger than {MAX_BYTES} bytes")
    return data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")


_CHANGES_AT_ONCE: Final = 200
"""How many changes of others are taken in before something else is answered: a quarter of a second."""


def take_in(runtime: "Runtime") -> None:
    """Take in what somebody changed in the tracked files; what is no news costs no write."""
    environment = runtime.environment
    mask = environment.config.settings.security.redact_secrets
    try:
        found = look(environment.paths, environment.start, mask=mask, thorough=False)
        if found.is_settled:
            return
        with environment.snapshot() as work:
            sorted_ = arriving.sort(work, found, "tracked")
        if sorted_.is_empty:
            write_synced(found.state, arriving.agreed(found, sorted_, ()))
            return
        drawn = environment.ids.new("ask")
        ask_in_run(runtime, "tracked_import", {"limit": _CHANGES_AT_ONCE}, run_id=drawn, key="tracked")
    except (PhantasmError, OSError, Error):
        return  # whoever asks for it is told why; what is asked now has nothing to do with it


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


def remove_driver(root: Path, *, dry_run: bool) -> Step | None:
    """Take our merge driver out of the configuration of this clone; None where there is none."""
    if git.answer(root, "config", "--local", f"{_DRIVER}.driver") is None:
        return None
    if not dry_run:
        git.run(root, "config", "--local", "--remove-section", _DRIVER)
    return Step("update", ".git/config", f"{_DRIVER} removed")


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
        place.undo.callback(_put_driver_back, root, held)
        return remove_driver(root, dry_run=dry_run) or Step("keep", shown, "has no merge driver")
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
