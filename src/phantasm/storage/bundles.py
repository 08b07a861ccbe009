"""How does a backup travel as one file? A zip whose manifest is the only list of names that counts."""

import shutil
import zipfile
from pathlib import Path, PurePosixPath

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.storage.backups import MANIFEST, RAW, STORE, Manifest, parse_manifest
from phantasm.storage.files import create_private, fsync, make_private_folder

# A bundle that unpacks to more than this many times its size is an attack, not a store (text packs 10:1).
_MAX_RATIO = 200
_MAX_BYTES = 64 * 1024**3
_MAX_FILES = 1_000_000


def pack(folder: Path, target: Path) -> int:
    """Pack a backup folder into a private file; returns its size."""
    create_private(target)
    with target.open("r+b") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                # A fixed date keeps the same content the same bytes.
                entry = zipfile.ZipInfo(str(path.relative_to(folder)), date_time=(1980, 1, 1, 0, 0, 0))
                entry.compress_type = zipfile.ZIP_DEFLATED
                with path.open("rb") as source, archive.open(entry, "w", force_zip64=True) as packed:
                    shutil.copyfileobj(source, packed, 1 << 20)
    fsync(target)
    return target.stat().st_size


def manifest_of(bundle: Path) -> Manifest | None:
    """Return what a bundle says that it contains, or None when the file is no bundle."""
    try:
        with zipfile.ZipFile(bundle) as archive:
            return parse_manifest(archive.read(MANIFEST), bundle.name)
    except (zipfile.BadZipFile, KeyError, EOFError, PhantasmError):
        return None


def unpack(bundle: Path, folder: Path) -> None:
    """Unpack a bundle into a fresh private folder; names and sizes are checked before a byte is written."""
    make_private_folder(folder)
    try:
        with zipfile.ZipFile(bundle) as archive:
            entries = archive.infolist()
            _refuse_bomb(bundle, entries)
            for entry in entries:
                _unpack_one(archive, entry, folder)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, EOFError) as problem:
        raise _invalid(f"{bundle.name} is not a readable bundle") from problem


def _unpack_one(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, folder: Path) -> None:
    target = folder.joinpath(*_checked(entry.filename).parts)
    if target.parent != folder:
        make_private_folder(folder / RAW)
        make_private_folder(target.parent)
    if target.exists():
        raise _invalid(f"{entry.filename} is in the bundle twice")
    create_private(target)
    with archive.open(entry) as packed, target.open("r+b") as file:
        shutil.copyfileobj(packed, file, 1 << 20)


# raw / the address's first two characters / the address
_RAW_DEPTH = 3


def _checked(name: str) -> PurePosixPath:
    """Return a name that a bundle may contain: the store, the manifest, or a raw file; nothing else."""
    parts = PurePosixPath(name).parts
    if name in {STORE, MANIFEST}:
        return PurePosixPath(name)
    if (
        len(parts) == _RAW_DEPTH
        and parts[0] == RAW
        and all(part.isalnum() and part.isascii() for part in parts[1:])
    ):
        return PurePosixPath(*parts)
    raise _invalid(f"{name!r} does not belong into a bundle")


def _refuse_bomb(bundle: Path, entries: list[zipfile.ZipInfo]) -> None:
    total = sum(entry.file_size for entry in entries)
    if (
        total > _MAX_BYTES
        or len(entries) > _MAX_FILES
        or total > _MAX_RATIO * max(bundle.stat().st_size, 1 << 16)
    ):
        raise _invalid(f"{bundle.name} would unpack to {total} bytes")


def _invalid(message: str) -> PhantasmError:
    return PhantasmError(Code.BACKUP_INVALID, message)
