"""Repair by doctor: permissions, leftovers, stray files, a corrupt store from its newest good backup."""

import shutil
from contextlib import closing, suppress
from pathlib import Path

from phantasm.capabilities.clock import SystemClock
from phantasm.config import trust
from phantasm.config.finding import find_project
from phantasm.config.paths import Paths
from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.diagnosis import Diagnosis
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.ids import Ids, content_address
from phantasm.runtime.doctor.examination import examine
from phantasm.runtime.doctor.ground_checks import exposed
from phantasm.runtime.doctor.store_checks import leftovers
from phantasm.runtime.quarantine import set_aside
from phantasm.runtime.safety import refuse_unsafe, typed_failures
from phantasm.runtime.steps import Step
from phantasm.storage import backups, journal
from phantasm.storage.backups import Manifest
from phantasm.storage.blobs import BlobStore
from phantasm.storage.database import SCHEMA_HEAD, Database, Head
from phantasm.storage.files import copy_durably, fsync, make_private_folder
from phantasm.storage.images import Image, settle
from phantasm.storage.inspection import condition_of, reader
from phantasm.storage.work import Caller, Work
from phantasm.workspace.tracking import tracked_below

# A turn takes milliseconds: who holds the store for longer than this is at work, and nothing is mended then.
_PATIENCE_SECONDS = 5.0


def repair(start: Path) -> tuple[Diagnosis, tuple[Step, ...]]:
    """Mend what can be mended without losing anything; returns how things stand now, and what was done."""
    root = find_project(start.absolute())
    if root is None:
        return examine(start), ()
    paths = Paths(root)
    try:
        refuse_unsafe(paths)
    except PhantasmError:  # not ours to mend, or not accepted
        return examine(start), ()
    if tracked_below(root, paths.relative(paths.state)):  # planted: mending it would mean trusting it
        return examine(start), ()
    with typed_failures():
        steps = _close_to_others(paths)
        for folder in paths.private_folders():
            make_private_folder(folder)
        with (
            closing(Database(paths.store, lock_timeout=_PATIENCE_SECONDS)) as database,
            database.lock.hold("repair"),
        ):
            steps += _sweep_leftovers(paths)
            steps += _mend_store(paths, database)
            _note_store(paths, database)
    return examine(start), tuple(steps)


def _note_store(paths: Paths, database: Database) -> None:
    """Let the list of trusted stores follow where a backup took the place of what was lost."""
    with suppress(PhantasmError), database.read() as (_, head):
        trust.note_id(str(paths.root), head.store_id)


def _close_to_others(paths: Paths) -> list[Step]:
    steps = []
    for found in list(exposed(paths)):
        if found.mode is None:
            steps.append(Step("keep", paths.relative(found.path), f"{found.reason}: look at it yourself"))
        else:
            found.path.chmod(found.mode)
            steps.append(Step("update", paths.relative(found.path), f"{found.reason}; now {found.mode:04o}"))
    return steps


def _sweep_leftovers(paths: Paths) -> list[Step]:
    steps = []
    for path in list(leftovers(paths, SystemClock().now())):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
        steps.append(Step("remove", paths.relative(path), "left behind by a process that died"))
    return steps


def _mend_store(paths: Paths, database: Database) -> list[Step]:
    if not paths.store.exists():
        return _replace_store(paths, "the store was gone", None)
    # Looked at again, on connections of its own and with every writer kept out: what was only busy or in
    # between before cannot be taken for corrupt here.
    condition = condition_of(paths.store, deep=True)
    if condition.code is Code.STORE_CORRUPT:
        return _replace_store(paths, condition.message, condition.head)
    if condition.code is not None or condition.revision != SCHEMA_HEAD:
        return []
    return [*_fold_wal(paths, database), *_mend_raw_files(paths, database)]


def _replace_store(paths: Paths, reason: str, lost: Head | None) -> list[Step]:
    good, steps = _find_good_backup(paths)
    steps += set_aside(paths, reason, SystemClock().now())
    if good is not None:
        return [*steps, *_revive(paths, good, lost)]
    if steps:
        message = "no backup verifies, so nothing was restored; `phantasm bootstrap` starts an empty store"
        steps.append(Step("keep", paths.relative(paths.quarantine), message))
    return steps


def _fold_wal(paths: Paths, database: Database) -> list[Step]:
    wal = paths.store.with_name(paths.store.name + "-wal")
    size = wal.stat().st_size if wal.exists() else 0
    database.scrub()
    return [Step("update", paths.relative(paths.store), f"{size} bytes of WAL folded in")] if size else []


def _mend_raw_files(paths: Paths, database: Database) -> list[Step]:
    blobs = BlobStore(paths.raw)
    with database.read() as (connection, head):
        work = reader(connection, head)
        stray, missing = blobs.unreferenced(work), blobs.missing(work)
    for path in stray:
        path.unlink(missing_ok=True)
    steps = (
        [Step("remove", paths.relative(paths.raw), f"{len(stray)} files that nothing referred to")]
        if stray
        else []
    )
    for address in missing:
        source = _find_raw(paths, address, head.salt)
        target = blobs.path_of(address)
        if source is None:
            steps.append(Step("keep", paths.relative(target), "is missing, and no backup has it"))
        else:
            make_private_folder(target.parent)
            copy_durably(source, target)
            fsync(target.parent)
            steps.append(Step("restore", paths.relative(target), f"from {paths.relative(source)}"))
    return steps


def _find_raw(paths: Paths, address: str, salt: str) -> Path | None:
    """Return a backup's copy of some raw bytes, if it still has the right content."""
    for source in sorted(paths.backups.glob(f"*/raw/{address[:2]}/{address}"), reverse=True):
        if source.is_file() and content_address(source.read_bytes(), salt=salt) == address:
            return source
    return None


def _find_good_backup(paths: Paths) -> tuple[Manifest | None, list[Step]]:
    """Return the newest backup that verifies, and a word about each one that does not."""
    folders = [folder for folder in _folders(paths) if folder != paths.agent_file_copies]
    skipped: list[Step] = []
    readable: list[Manifest] = []
    for folder in folders:
        try:
            readable.append(backups.read_manifest(folder))
        except PhantasmError as problem:
            skipped.append(Step("keep", paths.relative(folder), f"skipped: {problem.message}"))
    # What somebody has gone back to counts more than what was there before, however young its safety backup.
    restored, at = backups.restored_last(paths.backups) or ("", "")

    def order(found: Manifest) -> tuple[bool, bool, str, str]:
        return found.created_at > at, found.id == restored, found.created_at, found.id

    for manifest in sorted(readable, key=order, reverse=True):
        try:
            return backups.verify(backups.folder_of(paths.backups, manifest.id)), skipped
        except PhantasmError as problem:
            skipped.append(Step("keep", paths.relative(paths.backups), f"skipped: {problem.message}"))
    return None, skipped


def _revive(paths: Paths, manifest: Manifest, lost: Head | None) -> list[Step]:
    """Make a backup the store (lock held, nothing at the store's place); `lost` is what the old one was."""
    folder = backups.folder_of(paths.backups, manifest.id)
    image = backups.stage_image(folder, paths.temporary)
    try:
        _finish(paths, image, manifest, lost)
        backups.bring_back_raw(folder, BlobStore(paths.raw))
        fsync(image.path)
        image.path.rename(paths.store)
        fsync(paths.state)
    finally:
        image.discard()
    message = (
        f"backup {manifest.id} of {manifest.created_at}; later writes are only in quarantine, and what was"
    )
    return [Step("restore", paths.relative(paths.store), f"{message} erased later has to be erased again")]


def _finish(paths: Paths, image: Image, manifest: Manifest, lost: Head | None) -> None:
    """Give the image its place after the lost store, and an entry in its journal that says how it came."""
    clock = SystemClock()
    database = image.database()
    try:
        with database.read() as (_, own):
            # The head of a damaged file counts only if it is this store's own and makes sense.
            follows = lost is not None and lost.store_id == own.store_id and isinstance(lost.seq, int)
        settle(image, lost if follows and lost is not None else own)
        with database.transaction() as (connection, head):
            now = to_timestamp(clock.now())
            work = Work(connection, head, now, Ids(clock.now), Caller("cli", frozenset()))
            for known in backups.on_disk(paths.backups):
                backups.register(work, known)
            work.note = f"doctor restored {manifest.id} in place of a store that could not be used"
            journal.append(work, journal.Entry("doctor_fix", "maintenance", None, work.ids.new("req")))
        database.scrub()
    finally:
        database.close()


def _folders(paths: Paths) -> list[Path]:
    return sorted(path for path in paths.backups.iterdir() if path.is_dir()) if paths.backups.is_dir() else []
