"""How does a repository lose its memory without a trace?

Restartable: the record of what to undo goes last. Refused while anybody writes. What cannot be undone is
found out before the first change.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from phantasm.capabilities.clock import SystemClock
from phantasm.config import trust
from phantasm.config.finding import find_project
from phantasm.config.paths import Paths
from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.ids import Ids
from phantasm.runtime.safety import refuse_unsafe, typed_failures
from phantasm.runtime.setup.file_plans import plan_removals
from phantasm.runtime.setup.guidance import Edit, plan_removal
from phantasm.runtime.setup.installed import Installed, read_record
from phantasm.runtime.setup.integrations import carry_out_removal
from phantasm.runtime.setup.places import of_project
from phantasm.runtime.setup.reports import step_of
from phantasm.runtime.steps import ProjectReport, Step
from phantasm.runtime.tracked_files import remove_driver
from phantasm.state.exchange.tracked.folder import NAME
from phantasm.storage import backups
from phantasm.storage.blobs import BlobStore
from phantasm.storage.database import Database
from phantasm.storage.files import fsync, make_private_folder
from phantasm.workspace.git import GitError
from phantasm.workspace.project_files import write_whole

# A turn takes milliseconds: whoever holds the store for longer is at work, and its memory is not taken away.
_PATIENCE_SECONDS = 2.0


def uninstall(
    start: Path, *, dry_run: bool, keep_memory: Path | None = None, home: Path | None = None
) -> ProjectReport:
    """Remove the project's memory and leave every file that was touched as it was."""
    with typed_failures():
        paths = _project(start)
        place = of_project(paths.root, home or Path.home())
        record = read_record(paths.installed) or Installed()
        edits = _edits(paths, record)  # also refuses what cannot be undone, before anything is
        _refuse_kept_inside(paths, keep_memory)
        files, problems = plan_removals(place, record.integrations, ())
        left = [Step("keep", problem.path, f"{problem.reason}: {problem.by_hand}") for problem in problems]
        steps = [*map(step_of, files), *left, *_edit_steps(edits), *_driver(paths, dry_run=True)]
        steps += _folder_steps(paths, edits)
        if dry_run:
            kept = [Step("backup", str(keep_memory))] if keep_memory else []
            return ProjectReport(str(paths.root), dry_run=True, steps=(*kept, *steps))
        with _alone(paths):
            kept = [_keep_memory(paths, keep_memory)] if keep_memory else []
            if paths.state.is_dir():
                make_private_folder(place.staging)
            carry_out_removal(place, files, record.integrations.folders)
            _restore(paths, [edit for edit in edits if edit.name != paths.relative(paths.ignored)])
            _driver(paths, dry_run=False)
            _empty_state(paths)
            _restore(paths, [edit for edit in edits if edit.name == paths.relative(paths.ignored)])
            _remove_folders(paths)
            with suppress(OSError):  # the user's own folder, which says nothing about a project that is gone
                trust.remove(str(paths.root))
        return ProjectReport(str(paths.root), dry_run=False, steps=(*kept, *steps))


def _project(start: Path) -> Paths:
    root = find_project(start.absolute())
    if root is None:
        raise PhantasmError(
            Code.NOT_BOOTSTRAPPED,
            f"no .phantasm folder in {start} or above it: there is nothing to remove",
        )
    paths = Paths(root)
    refuse_unsafe(paths)
    return paths


def _edits(paths: Paths, record: Installed) -> list[Edit]:
    edits = [plan_removal(paths.root, name, record) for name in record.agent_files]
    for path in (paths.settings, paths.clients, paths.attributes, paths.ignored):
        name = paths.relative(path)
        original = path.read_bytes() if path.is_file() else None
        if original is None:
            continue
        wanted: bytes | None = original
        if name in record.created:
            wanted = None
        elif path == paths.ignored and record.ignored:
            wanted = b"".join(original.rpartition(record.ignored.encode())[::2])
        edits.append(Edit(name, original, wanted))
    return edits


def _edit_steps(edits: list[Edit]) -> list[Step]:
    steps = []
    for edit in edits:
        if not edit.is_change:
            detail = "was there before bootstrap" if edit.original is not None else "is gone already"
            steps.append(Step("keep", edit.name, detail))
        elif edit.wanted is None:
            steps.append(Step("remove", edit.name))
        else:
            steps.append(Step("restore", edit.name, "what bootstrap had added was taken out"))
    return steps


def _driver(paths: Paths, *, dry_run: bool) -> list[Step]:
    """Take git's merge driver away, which `share on` has put into this clone."""
    try:
        step = remove_driver(paths.root, dry_run=dry_run)
    except GitError as problem:
        how = f"git refused ({problem}); by hand: git config --local --remove-section merge.phantasm"
        step = Step("keep", ".git/config", how)
    return [step] if step else []


def _folder_steps(paths: Paths, edits: list[Edit]) -> list[Step]:
    """Tell what becomes of the folder, and name everything in it that stays."""
    steps = (
        [Step("remove", paths.relative(paths.state), "memory, backups, logs")] if paths.state.exists() else []
    )
    told = {paths.root / edit.name for edit in edits}
    removed = {paths.root / edit.name for edit in edits if edit.wanted is None} | {paths.state}
    left = sorted(set(paths.folder.iterdir()) - removed)
    steps += [Step("keep", paths.relative(path), _why_it_stays(path)) for path in left if path not in told]
    if left:
        return [*steps, Step("keep", paths.relative(paths.folder), "holds what bootstrap did not make")]
    return [*steps, Step("remove", paths.relative(paths.folder))]


def _why_it_stays(path: Path) -> str:
    shown = f"{path.parent.name}/{path.name}"
    if path.name == NAME:
        return f"memory as git tracks it, for everybody who shares it; to remove it: git rm -r {shown}"
    what = "an export of memory" if path.stem == NAME else "not made by bootstrap"
    return f"{what}; to remove it: rm {'-r ' if path.is_dir() else ''}{shown}"


@contextmanager
def _alone(paths: Paths) -> Iterator[None]:
    """Hold the write lock, where there is still a place for one."""
    if not paths.state.is_dir():
        yield
        return
    with Database(paths.store, lock_timeout=_PATIENCE_SECONDS).lock.hold("uninstall"):
        yield


def _refuse_kept_inside(paths: Paths, target: Path | None) -> None:
    if target is None:
        return
    if target.resolve().is_relative_to(paths.folder.resolve()):
        raise PhantasmError(
            Code.INVALID_PARAMS, f"{target} lies inside what is about to be removed", field="keep_memory"
        )
    if not paths.store.exists():
        raise PhantasmError(
            Code.NOT_FOUND,
            "there is no store whose memory could be kept",
            field="keep_memory",
            remediation=(Remediation("Remove the rest.", command="phantasm uninstall"),),
        )


def _keep_memory(paths: Paths, target: Path) -> Step:
    clock = SystemClock()
    target.mkdir(mode=0o700, parents=True, exist_ok=True)
    staged = backups.stage(
        Database(paths.store),
        BlobStore(paths.raw),
        target,
        backup_id=Ids(clock.now).new("bak"),
        reason="before uninstall",
        now=to_timestamp(clock.now()),
    )
    manifest = backups.verify(staged)
    fsync(target)
    return Step("backup", str(staged), f"verified: {sum(manifest.tables.values())} rows")


def _restore(paths: Paths, edits: list[Edit]) -> None:
    for edit in edits:
        path = paths.root / edit.name
        if not edit.is_change:
            continue
        if edit.wanted is None:
            path.unlink(missing_ok=True)
            fsync(path.parent)
        else:
            write_whole(paths, path, edit.wanted)


def _empty_state(paths: Paths) -> None:
    if not paths.state.is_dir():
        return
    for entry in paths.state.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            # The last edit, of .gitignore, is still staged in the temporary folder.
            if entry != paths.temporary:
                shutil.rmtree(entry)
        elif entry not in {paths.installed, paths.state / trust.MARK}:
            entry.unlink()
    fsync(paths.state)


def _remove_folders(paths: Paths) -> None:
    shutil.rmtree(paths.temporary, ignore_errors=True)
    paths.installed.unlink(missing_ok=True)
    (paths.state / trust.MARK).unlink(missing_ok=True)
    with suppress(FileNotFoundError):
        paths.state.rmdir()
    with suppress(OSError):  # what bootstrap did not make stays, and so does its folder
        paths.folder.rmdir()
    fsync(paths.root)
