"""How does a repository get its memory? And, from `removal`, how does it lose it again without a trace?"""

from dataclasses import dataclass
from pathlib import Path

from phantasm.capabilities.clock import SystemClock
from phantasm.config import trust
from phantasm.config.finding import find_root
from phantasm.config.paths import Paths
from phantasm.config.template import clients_text, settings_text
from phantasm.contracts.clock import Clock
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.ids import Ids
from phantasm.runtime.quarantine import set_aside
from phantasm.runtime.safety import (
    claim,
    refuse_foreign,
    refuse_tracked_state,
    refuse_untrusted,
    typed_failures,
)
from phantasm.runtime.setup.guidance import Edit, plan_block, usual
from phantasm.runtime.setup.installed import Installed, read_record, write_record
from phantasm.runtime.setup.removal import uninstall
from phantasm.runtime.setup.tracked_files import keep_copy
from phantasm.runtime.steps import ProjectReport, Step
from phantasm.storage.database import Database
from phantasm.storage.files import make_private_folder
from phantasm.storage.schema import create_store
from phantasm.workspace.project_files import write_whole

__all__ = ["BootstrapOptions", "ProjectReport", "Step", "bootstrap", "lay_out_state", "uninstall"]

# Two branches that both add records are merged by keeping both; what truly conflicts, `memory_import` shows.
_ATTRIBUTES = "memory.jsonl merge=union text eol=lf\n"
_IGNORE_LINE = "state/"


@dataclass(frozen=True, slots=True)
class BootstrapOptions:
    """What the person asked for."""

    dry_run: bool = False
    guidance: bool = False
    """Put the managed block into the project's agent files."""
    agent_files: tuple[str, ...] = ()
    """Which ones; none: the usual ones that exist, else AGENTS.md."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """What has to be done to tracked files, and the record of it."""

    record: Installed
    files: tuple[Edit, ...]
    agent_files: tuple[Edit, ...]


def bootstrap(start: Path, options: BootstrapOptions) -> ProjectReport:
    """Give the project that `start` belongs to its memory; what is there already is kept."""
    with typed_failures():
        paths = Paths(find_root(_folder(start)))
        refuse_foreign(paths)
        _refuse_foreign_state(paths)
        plan = _plan(paths, options)  # also refuses what cannot be done, before anything is
        folders = _folder_steps(paths)
        if options.dry_run:
            store = Step("keep" if paths.store.exists() else "create", paths.relative(paths.store))
            return ProjectReport(str(paths.root), dry_run=True, steps=(*folders, *_file_steps(plan), store))
        claim(paths)
        _make_folders(paths)
        database = Database(paths.store)
        with database.lock.hold("bootstrap"):
            plan = _plan(paths, options)  # another process may have been first
            if plan.record != read_record(paths.installed):
                write_record(paths.installed, plan.record)
            copies = _carry_out(paths, plan)
            created = _create_missing(paths, database, SystemClock())
        store_id = _store_id(database)
        if created and store_id:
            trust.note_id(str(paths.root), store_id)
        detail = "" if store_id else "cannot be read now: see `phantasm doctor`"
        store = Step("create" if created else "keep", paths.relative(paths.store), detail)
        return ProjectReport(
            root=str(paths.root),
            dry_run=False,
            steps=(*folders, *copies, *_file_steps(plan), store),
            store_created=created,
            store_id=store_id,
        )


def lay_out_state(paths: Paths, *, clock: Clock | None = None, ids: Ids | None = None) -> bool:
    """Create the private folders and the store where they are missing; tells whether the store is new."""
    refuse_foreign(paths)
    _make_folders(paths)
    trust.made(str(paths.root))
    database = Database(paths.store)
    with database.lock.hold("bootstrap"):
        return _create_missing(paths, database, clock or SystemClock(), ids)


def _make_folders(paths: Paths) -> None:
    # Never writable by others, also where the umask would allow it: they could put another state there.
    paths.folder.mkdir(mode=0o755, exist_ok=True)
    for folder in paths.private_folders():
        make_private_folder(folder)


def _create_missing(paths: Paths, database: Database, clock: Clock, ids: Ids | None = None) -> bool:
    if paths.store.exists():
        return False
    # A WAL that outlived its store would be folded into the new one by whoever opens it first.
    set_aside(paths, "left by a store that is gone", clock.now())
    create_store(database, ids or Ids(clock.now), clock.now())
    return True


def _folder(start: Path) -> Path:
    folder = start.absolute()
    if not folder.is_dir():
        raise PhantasmError(Code.NOT_FOUND, f"{folder} is not a folder", field="project")
    return folder


def _refuse_foreign_state(paths: Paths) -> None:
    """Refuse files in the private folder that no person has accepted; empty folders hold nothing."""
    refuse_tracked_state(paths)
    refuse_untrusted(paths)


def _plan(paths: Paths, options: BootstrapOptions) -> _Plan:
    known = read_record(paths.installed) or Installed()
    texts = (
        (paths.settings, settings_text()),
        (paths.clients, clients_text()),
        (paths.attributes, _ATTRIBUTES),
    )
    files = [_kept_or(paths, path, text) for path, text in texts]
    ignore, added = _ignore_edit(paths)
    names = usual(paths.root, options.agent_files) if options.guidance or options.agent_files else []
    blocks = tuple(plan_block(paths.root, name, known, names) for name in names)
    created = [edit.name for edit in (*files, ignore, *blocks) if edit.original is None]
    # A block of the present text that we did not put there stays whoever's it is.
    placed = {edit.name: edit.placement for edit in blocks if edit.is_change}
    record = Installed(
        created=tuple(dict.fromkeys((*known.created, *created))),
        ignored=known.ignored or added,
        agent_files={**known.agent_files, **placed},
        integrations=known.integrations,
    )
    return _Plan(record, (*files, ignore), blocks)


def _kept_or(paths: Paths, path: Path, text: str) -> Edit:
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise PhantasmError(Code.UNSAFE_PROJECT, f"{path} is a symbolic link or no regular file")
    original = path.read_bytes() if path.exists() else None
    return Edit(paths.relative(path), original, original if original is not None else text.encode())


def _ignore_edit(paths: Paths) -> tuple[Edit, str]:
    edit = _kept_or(paths, paths.ignored, f"{_IGNORE_LINE}\n")
    if edit.original is None:
        return edit, ""
    ignores = False
    for line in edit.original.decode(
        "utf-8", "replace"
    ).splitlines():  # a later line can take back an earlier one
        ignores = line.strip() in {"state/", "/state/", "state", "/state", "*"} or (
            ignores and line[:1] != "!"
        )
    if ignores:
        return edit, ""
    joint = "" if edit.original.endswith(b"\n") or not edit.original else "\n"
    added = f"{joint}{_IGNORE_LINE}\n"
    return Edit(edit.name, edit.original, edit.original + added.encode()), added


def _carry_out(paths: Paths, plan: _Plan) -> list[Step]:
    copies = []
    for edit in (*plan.files, *plan.agent_files):
        if edit.wanted is not None and edit.is_change:
            if edit in plan.agent_files and edit.original is not None:
                copy = keep_copy(paths.agent_file_copies, edit.name, edit.original)
                copies.append(Step("backup", paths.relative(copy), f"{edit.name} as it was"))
            write_whole(paths, paths.root / edit.name, edit.wanted)
    return copies


def _folder_steps(paths: Paths) -> list[Step]:
    steps = []
    for folder in (paths.folder, *paths.private_folders()):
        name = paths.relative(folder)
        mode = folder.stat().st_mode & 0o777 if folder.exists() else None
        if mode is None:
            steps.append(Step("create", name))
        elif folder != paths.folder and mode != 0o700:  # noqa: PLR2004  a mode is best read in octal
            steps.append(Step("update", name, f"permissions tightened from {mode:04o} to 0700"))
        else:
            steps.append(Step("keep", name))
    return steps


def _file_steps(plan: _Plan) -> list[Step]:
    steps = []
    for edit in (*plan.files, *plan.agent_files):
        action = "keep" if not edit.is_change else "create" if edit.original is None else "update"
        about = "managed block" if edit in plan.agent_files else ""
        steps.append(Step(action, edit.name, about))
    return steps


def _store_id(database: Database) -> str | None:
    """Return whose store it is; None while it is busy or of a newer release: such a one is in order."""
    try:
        with database.read() as (_, head):
            return head.store_id
    except PhantasmError as problem:
        if problem.code is Code.STORE_CORRUPT:
            raise
        return None
    finally:
        database.close()
