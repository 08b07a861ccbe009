"""Backups: how the whole store is copied, checked, listed and brought back.

A backup is a folder with the store, the raw files it refers to, and a manifest of what must be in them. It
is made aside, checked, and only then moved into place: a backup that can be seen has been verified.
"""

import fcntl
import json
import os
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from phantasm.config.paths import Paths
from phantasm.contracts.canonical import sorted_json
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.storage.blobs import BlobStore
from phantasm.storage.database import SCHEMA_HEAD, Database, schema_newer
from phantasm.storage.failures import corrupt
from phantasm.storage.files import (
    copy_durably,
    create_private,
    file_sha256,
    fsync,
    is_file,
    make_private_folder,
    write_durably,
)
from phantasm.storage.images import Image, migrate_image
from phantasm.storage.inspection import inspect_store
from phantasm.storage.sql import Row
from phantasm.storage.tables import BACKUPS
from phantasm.storage.work import Change, Work

FORMAT = "phantasm.backup.v1"
MANIFEST, STORE, RAW = "manifest.json", "store.sqlite", "raw"
_STAGING, _RESTORED = ".staging", "restored.json"
_STAGED = ("bak_", "snap_", "import_", "drill-", "image-")
"""How the names begin of what is made in the temporary folder before it is moved into place."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup contains, so that a copy can prove it is whole."""

    id: str
    reason: str
    created_at: str
    store_id: str
    schema: str
    seq: int
    chain: str
    tables: dict[str, int]
    oddities: list[str]
    missing_raw: list[str]
    files: dict[str, str]
    bytes: int


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Put a manifest beside what it describes."""
    text = json.dumps({"format": FORMAT} | asdict(manifest), indent=1, sort_keys=True, ensure_ascii=False)
    write_durably(folder / MANIFEST, text.encode())


def read_manifest(folder: Path) -> Manifest:
    """Return a backup's manifest, or say why it has none that counts."""
    try:
        text = (folder / MANIFEST).read_bytes()
    except (FileNotFoundError, NotADirectoryError) as problem:
        raise invalid(folder.name, "it has no manifest") from problem
    return parse_manifest(text, folder.name)


def parse_manifest(text: bytes, name: str) -> Manifest:
    """Return the manifest that a text says, or refuse it under the name of where it was found."""
    try:
        value: Any = json.loads(text)
        if value.pop("format") != FORMAT:
            raise ValueError
        return Manifest(**value)
    except (ValueError, TypeError, KeyError, AttributeError) as problem:
        raise invalid(name, "its manifest cannot be read") from problem


def on_disk(backups: Path) -> list[Manifest]:
    """Return the manifests of every backup folder that has one, newest first."""
    found = []
    for folder in backups.iterdir() if backups.is_dir() else ():
        try:
            found.append(read_manifest(folder))
        except PhantasmError:
            continue  # not a backup: a bundle, or something that somebody else put there
    return sorted(found, key=lambda manifest: (manifest.created_at, manifest.id), reverse=True)


def folder_of(backups: Path, backup_id: str) -> Path:
    """Return where a backup lies; the id must name a folder directly below `backups`."""
    folder = backups / backup_id
    if folder.parent != backups or backup_id in {"", ".", ".."} or not is_file(folder / MANIFEST):
        raise PhantasmError(
            Code.NOT_FOUND,
            f"there is no backup {backup_id!r}",
            field="params.backup_id",
            remediation=(Remediation("List the backups.", command="phantasm backup list"),),
        )
    return folder


def invalid(name: str, reason: str) -> PhantasmError:
    """Return the refusal for a backup that must not be used."""
    return PhantasmError(
        Code.BACKUP_INVALID,
        f"backup {name} cannot be used: {reason}",
        remediation=(Remediation("Use another backup.", command="phantasm backup list"),),
    )


class Staging:
    """Work in the temporary folder: while it lasts, nothing there is taken for left behind.

    A lock of the kernel says so, which goes with the process: what a killed one left is known at once.
    """

    def __init__(self, temporary: Path) -> None:
        # A file object, so that the lock goes with whoever forgets to end.
        self._file = os.fdopen(os.open(temporary / _STAGING, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600))
        fcntl.flock(self._file, fcntl.LOCK_SH)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Say that nothing of ours is left in the folder."""
        self._file.close()


def left_behind(temporary: Path) -> list[Path]:
    """Return what killed backups, snapshots, trials and imports left; nothing while one is at work."""
    found = sorted(path for path in temporary.glob("*") if path.name.startswith(_STAGED))
    if not found:
        return []
    try:
        with (temporary / _STAGING).open() as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return []
    except FileNotFoundError:  # nobody has begun since; what is there is older
        pass
    return found


def sweep(temporary: Path) -> None:
    """Remove what killed backups and snapshots left (lock held)."""
    for path in left_behind(temporary):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def restored_last(backups: Path) -> tuple[str, str] | None:
    """Return which backup was brought back last, and when; None where that is not known."""
    try:
        told = json.loads((backups / _RESTORED).read_bytes())
        return str(told["backup_id"]), str(told["at"])
    except (OSError, ValueError, TypeError, KeyError):
        return None


# Erasing evidence while a copy is made is rare; doing so three times in a row is somebody else's problem.
_COPY_ATTEMPTS = 3


def stage(
    database: Database, blobs: BlobStore, temporary: Path, *, backup_id: str, reason: str, now: str
) -> Path:
    """Copy the store aside, check the copy and describe it; returns the folder, not yet in place."""
    folder = temporary / backup_id
    make_private_folder(folder)
    try:
        missing = _copy_store_and_raw(database, blobs, folder)
        found = inspect_store(folder / STORE)
        if found.problems:
            raise corrupt(f"the copy failed its check: {found.problems[0]}")
        files = {str(path.relative_to(folder)): file_sha256(path) for path in _files(folder)}
        manifest = Manifest(
            id=backup_id,
            reason=reason,
            created_at=now,
            store_id=found.head.store_id,
            schema=found.schema,
            seq=found.head.seq,
            chain=found.head.digest,
            tables=found.tables,
            oddities=list(found.oddities),
            missing_raw=missing,
            files=files,
            bytes=sum(path.stat().st_size for path in _files(folder)),
        )
        write_manifest(folder, manifest)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return folder


def publish(staged: Path, backups: Path) -> Manifest:
    """Move a staged backup into place."""
    manifest = read_manifest(staged)
    target = backups / manifest.id
    staged.rename(target)
    fsync(backups)
    return manifest


def verify(folder: Path) -> Manifest:
    """Check a backup against its manifest: every file, every count, every link of the chain."""
    manifest = read_manifest(folder)
    present = {str(path.relative_to(folder)) for path in _files(folder)} - {MANIFEST}
    if present != set(manifest.files):
        raise invalid(manifest.id, "files are missing or were added")
    for name, expected in manifest.files.items():
        if file_sha256(folder / name) != expected:
            raise invalid(manifest.id, f"{name} was altered")
    try:
        found = inspect_store(folder / STORE)
    except PhantasmError as problem:
        raise invalid(manifest.id, problem.message) from problem
    if found.problems:
        raise invalid(manifest.id, found.problems[0])
    described = (manifest.seq, manifest.chain, manifest.tables, tuple(manifest.oddities))
    if (found.head.seq, found.head.digest, found.tables, found.oddities) != described:
        raise invalid(manifest.id, "its store is not the one the manifest describes")
    return manifest


def drill(folder: Path, temporary: Path) -> Manifest:
    """Prove that a backup can be restored: bring it back into a temporary folder and check it there."""
    manifest = verify(folder)
    trial = temporary / f"drill-{manifest.id}-{os.getpid()}"
    staging = Staging(temporary)
    make_private_folder(trial)
    try:
        image = stage_image(folder, trial)
        found = inspect_store(image.path)
        counts = {name: found.tables.get(name) for name in manifest.tables}
        if found.problems or (found.schema == manifest.schema and counts != manifest.tables):
            raise invalid(manifest.id, "a trial restore does not give back what was kept")
    finally:
        shutil.rmtree(trial, ignore_errors=True)
        staging.end()
    return manifest


def stage_image(folder: Path, temporary: Path) -> Image:
    """Copy a backup's store aside, brought to the present schema, ready to become the live store."""
    manifest = read_manifest(folder)
    if manifest.schema > SCHEMA_HEAD:
        raise schema_newer(manifest.schema)
    # Named by process too: two restores that are prepared at once must not share an image.
    image = Image(temporary / f"image-{manifest.id}-{os.getpid()}.sqlite")
    image.discard()
    create_private(image.path)
    shutil.copyfile(folder / STORE, image.path)
    fsync(image.path)
    if manifest.schema != SCHEMA_HEAD:
        migrate_image(image)
    return image


def bring_back_raw(folder: Path, blobs: BlobStore) -> None:
    """Put back the raw files of a backup that are no longer there."""
    for source in sorted((folder / RAW).glob("??/*")):
        target = blobs.path_of(source.name)
        if not target.exists():
            make_private_folder(target.parent)
            copy_durably(source, target)
            fsync(target.parent)


def register(work: Work, manifest: Manifest) -> None:
    """Note in the store that a backup exists and when it was last verified."""
    row = {
        "id": manifest.id,
        "reason": manifest.reason,
        "created_at": manifest.created_at,
        "seq": manifest.seq,
        "bytes": manifest.bytes,
        "digest": manifest.files[STORE],
        "verified_at": work.now,
    }
    work.run(BACKUPS.insert + " ON CONFLICT (id) DO UPDATE SET verified_at = excluded.verified_at", row)
    work.changed(Change("backup", manifest.id, "verify", after_state="verified"))


def registered(work: Work) -> list[Row]:
    """Return the backups that the store knows of, newest first."""
    return work.all("SELECT * FROM backups ORDER BY created_at DESC, id DESC")


def unregistered(work: Work, backups: Path) -> list[Manifest]:
    """Return the backups on disk that the store does not know: a new one, and what failed attempts left."""
    known = {row["id"] for row in registered(work)}
    return [manifest for manifest in on_disk(backups) if manifest.id not in known]


def forget(work: Work, backup_id: str) -> None:
    """Drop a backup that was pruned from the store's list."""
    work.run("DELETE FROM backups WHERE id = :id", {"id": backup_id})
    work.changed(Change("backup", backup_id, "prune", before_state="verified"))


def _copy_store_and_raw(database: Database, blobs: BlobStore, folder: Path) -> list[str]:
    """Copy the store and the raw files it refers to; returns those that are gone.

    A file may be gone because it was erased since the store was copied: then a new copy does not refer to it.
    One that stays missing is damage of its own and no reason to leave everything else without a backup.
    """
    missing: list[str] = []
    for _ in range(_COPY_ATTEMPTS):
        shutil.rmtree(folder / RAW, ignore_errors=True)
        (folder / STORE).unlink(missing_ok=True)
        database.copy_into(folder / STORE)
        missing = _copy_raw(folder, blobs)
        if not missing:
            break
    return missing


def _copy_raw(folder: Path, blobs: BlobStore) -> list[str]:
    make_private_folder(folder / RAW)
    copy = Database(folder / STORE)
    try:
        with copy.read() as (connection, _):
            addresses = [row[0] for row in connection.execute("SELECT address FROM blobs ORDER BY address")]
    finally:
        copy.close()
    missing = []
    for address in addresses:
        target = folder / RAW / address[:2] / address
        make_private_folder(target.parent)
        try:
            copy_durably(blobs.path_of(address), target)
        except FileNotFoundError:
            missing.append(address)
    return missing


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST)


@dataclass(frozen=True, slots=True)
class Replacement:
    """A verified source, the image made from it, and the store that it will replace."""

    image: Image
    source: Path
    manifest: Manifest
    live: Database
    blobs: BlobStore
    paths: Paths
    staging: Staging

    def discard(self) -> None:
        """Remove what was staged: the image, and a source that was unpacked only for this."""
        self.image.discard()
        if self.source.parent == self.paths.temporary:
            shutil.rmtree(self.source, ignore_errors=True)
        self.staging.end()


def stage_replacement(
    source: Path, live: Database, blobs: BlobStore, *, paths: Paths, staging: Staging
) -> Replacement:
    """Verify a backup's folder and make the image that will become the store."""
    try:
        manifest = verify(source)
        image = stage_image(source, paths.temporary)
    except BaseException:
        staging.end()
        raise
    return Replacement(image, source, manifest, live, blobs, paths, staging)


def carry_out(work: Work, replacement: Replacement) -> Manifest:
    """Back up the live store, put raw files back, and tell the image about every backup there is.

    Runs under the write lock, so that not one write falls between the safety backup and the replacement.
    """
    staged = stage(
        replacement.live,
        replacement.blobs,
        replacement.paths.temporary,
        backup_id=work.ids.new("bak"),
        reason=f"before {replacement.manifest.id} was restored",
        now=work.now,
    )
    safety = publish(staged, replacement.paths.backups)
    bring_back_raw(replacement.source, replacement.blobs)
    _keep_bundle(replacement)
    for manifest in on_disk(replacement.paths.backups):
        register(work, manifest)
    work.after_commit(lambda: _note_restored(replacement, work.now))
    return safety


def _keep_bundle(replacement: Replacement) -> None:
    """Keep what was unpacked from a bundle as a backup: a repair may need it."""
    kept = replacement.paths.backups / replacement.manifest.id
    if replacement.source.parent == replacement.paths.temporary and not kept.exists():
        replacement.source.rename(kept)
        fsync(kept.parent)


def _note_restored(replacement: Replacement, now: str) -> None:
    """Note what the store is now, for a repair not to go back behind it."""
    noted = {"backup_id": replacement.manifest.id, "at": now}
    write_durably(replacement.paths.backups / _RESTORED, sorted_json(noted).encode())
