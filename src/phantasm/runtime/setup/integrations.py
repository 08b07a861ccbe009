"""How do coding agents get their memory, and how do they lose it again without a trace?

What will be done is recorded before it is done, and undone before the record goes: whoever was interrupted
runs the same command again.
"""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.runtime.safety import typed_failures
from phantasm.runtime.setup.clients.model import Homes, WantedFile
from phantasm.runtime.setup.file_plans import FileEdit, Problem, plan_files, plan_removals
from phantasm.runtime.setup.guidance import Edit, choose, plan_block, plan_removal
from phantasm.runtime.setup.installed import Installed, Integrations, read_record, write_record
from phantasm.runtime.setup.places import PROJECT, Place
from phantasm.runtime.setup.reports import InstallReport, diff_of, step_of
from phantasm.runtime.setup.tracked_files import keep_copy, replace_whole
from phantasm.runtime.steps import Step
from phantasm.storage.files import fsync, make_private_folder
from phantasm.storage.lock import WriteLock

SHARED = ""
"""The client that stands for all of them."""
# A turn takes milliseconds: whoever holds the store for longer is at work.
_PATIENCE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class _Plan:
    files: tuple[FileEdit, ...]
    problems: tuple[Problem, ...]
    record: Installed
    folders: tuple[str, ...] = ()
    """Folders that were made."""


def install(
    place: Place,
    clients: Sequence[str],
    wanted: Sequence[WantedFile],
    *,
    dry_run: bool,
    homes: Homes | None = None,
) -> InstallReport:
    """Give clients what they are to get; what is there already is brought up to date."""
    with typed_failures():
        if dry_run:
            plan = _plan(place, clients, wanted, homes)
            return _report(place, clients, plan, dry_run=True)
        with _alone(place):
            plan = _plan(place, clients, wanted, homes)
            if plan.record != read_record(place.record):
                write_record(place.record, plan.record)
            copies = _carry_out(place, plan.files, keep=True)
        return _report(place, clients, plan, dry_run=False, copies=copies)


def remove(
    place: Place, clients: Sequence[str], *, dry_run: bool, homes: Homes | None = None
) -> InstallReport:
    """Take out what clients got; none named: all of them."""
    with typed_failures():
        if dry_run or not place.record.exists():
            plan = _plan_removal(place, clients, homes)
            return _report(place, clients, plan, dry_run=dry_run)
        with _alone(place):
            plan = _plan_removal(place, clients, homes)
            carry_out_removal(place, plan.files, plan.folders)
            left = plan.record.integrations
            if place.scope != PROJECT and not left.clients and not left.files:
                shutil.rmtree(place.kept)
            else:
                write_record(place.record, plan.record)
        return _report(place, clients, plan, dry_run=False)


def carry_out_removal(place: Place, files: Sequence[FileEdit], folders: Sequence[str]) -> None:
    """Write what was planned, and remove the folders that were made and are empty again."""
    _carry_out(place, files, keep=False)
    for name in reversed(folders):
        folder = place.target(name)
        is_ours = place.allows(folder.resolve()) and folder.is_dir() and not folder.is_symlink()
        if is_ours and not any(folder.iterdir()):
            folder.rmdir()
            fsync(folder.parent)


def _plan_removal(place: Place, clients: Sequence[str], homes: Homes | None) -> _Plan:
    record = read_record(place.record) or Installed()
    known = record.integrations
    staying = tuple(client for client in known.clients if clients and client not in clients)
    gone = [*clients, SHARED] if clients and not staying else clients
    files, problems = plan_removals(place, known, gone)
    needed = choose(place.base, staying, homes, record.created) if staying else []
    blocks = tuple(name for name in known.blocks if name not in needed)
    for name in known.blocks:
        try:
            edit = _edit(place, name, record, needed)
        except PhantasmError as problem:
            problems.append(Problem(SHARED, name, problem.message))
            continue
        # One that stays may have to change: a CLAUDE.md of ours named a file that goes.
        if name not in needed or edit.is_change:
            files.append(_of_block(place, edit))
    done = {edit.key: edit.record for edit in files}
    held = {key: done.get(key, was) for key, was in known.files.items()}
    stuck = tuple(name for name in blocks if name not in done)
    integrations = Integrations(
        clients=staying,
        files={key: found for key, found in held.items() if found is not None},
        folders=known.folders if staying or problems else (),
        blocks=tuple(name for name in known.blocks if name in needed or name in stuck),
    )
    undone = set(blocks) - set(stuck)
    left = Installed(
        created=tuple(name for name in record.created if name not in undone),
        ignored=record.ignored,
        agent_files={name: put for name, put in record.agent_files.items() if name not in undone},
        integrations=integrations,
    )
    return _Plan(tuple(files), tuple(problems), left, known.folders)


def _plan(place: Place, clients: Sequence[str], wanted: Sequence[WantedFile], homes: Homes | None) -> _Plan:
    record = read_record(place.record) or Installed()
    known = record.integrations
    files, problems = plan_files(place, wanted, known)
    blocks, agent_files, created = list(known.blocks), dict(record.agent_files), list(record.created)
    connected = tuple(dict.fromkeys((*known.clients, *clients)))
    needed = choose(place.base, connected, homes, record.created) if place.scope == PROJECT else []
    for name in [*needed, *(name for name in known.blocks if name not in needed)]:
        try:
            edit = _edit(place, name, record, needed)
        except PhantasmError as problem:
            problems.append(Problem(SHARED, name, problem.message, "the block that `bootstrap` writes"))
            continue
        if name not in needed:  # no client that is connected reads it
            blocks.remove(name)
            agent_files.pop(name, None)
            created = [one for one in created if one != name]
        elif edit.is_change:
            blocks += [] if name in agent_files else [name]
            agent_files[name] = edit.placement
            created += [name] if edit.original is None else []
        files.append(_of_block(place, edit))
    held = {**known.files, **{edit.key: edit.record for edit in files if edit.record is not None}}
    integrations = Integrations(
        clients=connected,
        files=held,
        folders=tuple(dict.fromkeys((*known.folders, *_missing_folders(place, files)))),
        blocks=tuple(dict.fromkeys(blocks)),
    )
    planned = Installed(tuple(dict.fromkeys(created)), record.ignored, agent_files, integrations)
    return _Plan(tuple(files), tuple(problems), planned)


def _edit(place: Place, name: str, record: Installed, needed: Sequence[str]) -> Edit:
    """Return what an agent file will be: with the present block where one is needed, else without it."""
    if name in needed:
        return plan_block(place.base, name, record, needed)
    return plan_removal(place.base, name, record)


def _of_block(place: Place, edit: Edit) -> FileEdit:
    target = place.base.resolve() / edit.name
    return FileEdit(edit.name, edit.name, target, edit.original, edit.wanted, detail="managed block")


def _missing_folders(place: Place, files: Sequence[FileEdit]) -> list[str]:
    missing: dict[str, None] = {}
    for edit in files:
        if edit.wanted is not None and edit.is_change:
            above = [folder for folder in edit.target.parents if not folder.exists()]
            missing.update(dict.fromkeys(place.key(folder) for folder in reversed(above)))
    return list(missing)


def _carry_out(place: Place, files: Sequence[FileEdit], *, keep: bool) -> list[Step]:
    copies = []
    for edit in files:
        if not edit.is_change:
            continue
        _refuse_changed(edit)
        if edit.wanted is None:
            edit.target.unlink(missing_ok=True)
            fsync(edit.target.parent)
            continue
        if keep and edit.original is not None:
            copy = keep_copy(place.copies, edit.shown, edit.original)
            copies.append(Step("backup", place.shown(copy), f"{edit.shown} as it was"))
        edit.target.parent.mkdir(parents=True, exist_ok=True)
        replace_whole(edit.target, edit.wanted, place.staging)
    return copies


def _refuse_changed(edit: FileEdit) -> None:
    """Refuse a file that somebody else wrote between our reading and our writing."""
    present = edit.target.read_bytes() if edit.target.exists() else None
    if present != edit.original:
        raise PhantasmError(
            Code.STALE_TARGET,
            f"{edit.shown} has just been changed by somebody else",
            remediation=(Remediation("Run the same command again: it goes on where it stopped."),),
        )


@contextmanager
def _alone(place: Place) -> Iterator[None]:
    """Hold the lock; the folders of the user's own place are made where they are missing."""
    if place.scope != PROJECT:
        place.kept.parent.mkdir(parents=True, exist_ok=True)
        make_private_folder(place.kept)
    make_private_folder(place.staging)
    with WriteLock(place.lock, _PATIENCE_SECONDS).hold("install"):
        yield


def _report(
    place: Place, clients: Sequence[str], plan: _Plan, *, dry_run: bool, copies: Sequence[Step] = ()
) -> InstallReport:
    return InstallReport(
        base=str(place.base),
        scope=place.scope,
        dry_run=dry_run,
        clients=tuple(clients),
        steps=(*copies, *map(step_of, plan.files)),
        problems=plan.problems,
        diff=diff_of(plan.files),
    )
