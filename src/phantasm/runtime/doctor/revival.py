"""How does a lost store come back? From the newest backup that verifies, finished aside, then moved in."""

from pathlib import Path

from phantasm.capabilities.clock import SystemClock
from phantasm.config.paths import Paths
from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.errors import PhantasmError
from phantasm.contracts.ids import Ids
from phantasm.runtime.steps import Step
from phantasm.storage import backups, journal, manifests
from phantasm.storage.blobs import BlobStore
from phantasm.storage.database import Head
from phantasm.storage.files import fsync
from phantasm.storage.images import Image, settle
from phantasm.storage.manifests import Manifest
from phantasm.storage.work import Caller, Work


def find_good_backup(paths: Paths) -> tuple[Manifest | None, list[Step]]:
    """Return the newest backup that verifies, and a word about each one that does not."""
    folders = [folder for folder in _folders(paths) if folder != paths.agent_file_copies]
    skipped: list[Step] = []
    readable: list[Manifest] = []
    for folder in folders:
        try:
            readable.append(manifests.read_manifest(folder))
        except PhantasmError as problem:
            skipped.append(Step("keep", paths.relative(folder), f"skipped: {problem.message}"))
    for manifest in sorted(readable, key=lambda found: (found.created_at, found.id), reverse=True):
        try:
            return backups.verify(manifests.folder_of(paths.backups, manifest.id)), skipped
        except PhantasmError as problem:
            skipped.append(Step("keep", paths.relative(paths.backups), f"skipped: {problem.message}"))
    return None, skipped


def revive(paths: Paths, manifest: Manifest, lost: Head | None) -> list[Step]:
    """Make a backup the store (lock held, nothing at the store's place); `lost` is what the old one was."""
    folder = manifests.folder_of(paths.backups, manifest.id)
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
            for known in manifests.on_disk(paths.backups):
                backups.register(work, known)
            work.note = f"doctor restored {manifest.id} in place of a store that could not be used"
            journal.append(work, journal.Entry("doctor_fix", "maintenance", None, work.ids.new("req")))
        database.scrub()
    finally:
        database.close()


def _folders(paths: Paths) -> list[Path]:
    return sorted(path for path in paths.backups.iterdir() if path.is_dir()) if paths.backups.is_dir() else []
