"""What does a backup say it contains? The manifest, and which backups there are by it."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.storage.files import is_file, write_durably

FORMAT = "phantasm.backup.v1"
MANIFEST, STORE, RAW = "manifest.json", "store.sqlite", "raw"


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
