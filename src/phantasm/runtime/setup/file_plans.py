"""What becomes of the files of clients? Plans only; nothing is written here."""

import json
import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from phantasm.runtime.setup.clients.model import WantedFile
from phantasm.runtime.setup.installed import Integrations
from phantasm.runtime.setup.merging import entries
from phantasm.runtime.setup.merging.changing import (
    Change,
    record_of,
    restored,
    taken,
    with_pieces,
    with_whole,
)
from phantasm.runtime.setup.merging.entries import FileRecord
from phantasm.runtime.setup.merging.json_text import UnreadableError
from phantasm.runtime.setup.merging.pieces import ForeignError, Table, put
from phantasm.runtime.setup.places import PROJECT, Place

# Settings are some kilobytes; the largest, Claude Code's own state, some megabytes.
_MAX_BYTES = 32 * 1024 * 1024


class LeftAloneError(ValueError):
    """A file cannot be changed safely."""


@dataclass(frozen=True, slots=True)
class FileEdit:
    """One file as it is and as it should be, and what the record will say of it."""

    shown: str
    key: str
    target: Path
    original: bytes | None
    """None: there is no such file."""
    wanted: bytes | None
    """None: there should be no such file."""
    record: FileRecord | None = None
    """None: nothing in it is ours afterwards."""
    detail: str = ""

    @property
    def is_change(self) -> bool:
        """Tell whether there is anything to do."""
        return self.original != self.wanted


@dataclass(frozen=True, slots=True)
class Problem:
    """What was left alone, why, and what a person can do about it."""

    client: str
    path: str
    reason: str
    by_hand: str = ""
    """What to put into the file by hand."""


def plan_files(
    place: Place, wanted: Iterable[WantedFile], known: Integrations
) -> tuple[list[FileEdit], list[Problem]]:
    """Say what each file will be with ours in it; files that are one file under two names are edited once."""
    grouped: dict[Path, list[WantedFile]] = {}
    edits, problems = list[FileEdit](), list[Problem]()
    for file in wanted:
        try:
            grouped.setdefault(_target(place, file.path), []).append(file)
        except LeftAloneError as problem:
            problems.append(Problem(file.client, place.shown(file.path), str(problem), _by_hand(file)))
    for target, files in grouped.items():
        shown = place.shown(files[0].path)
        try:
            edit, refused = _plan(place, target, files, known.files.get(place.key(target)))
        except (LeftAloneError, UnreadableError, ForeignError) as problem:
            problems += [Problem(file.client, shown, str(problem), _by_hand(file)) for file in files]
        else:
            edits.append(edit)
            problems += [Problem(files[0].client, shown, reason, _by_hand(files[0])) for reason in refused]
    return edits, problems


def plan_removals(
    place: Place, known: Integrations, gone: Iterable[str]
) -> tuple[list[FileEdit], list[Problem]]:
    """Say what each file will be without what some clients got (nobody named: all)."""
    edits, problems = list[FileEdit](), list[Problem]()
    owners_of = {key: {entry.client for entry in record.entries} for key, record in known.files.items()}
    leaving = set(gone) or {client for owners in owners_of.values() for client in owners}
    for key, record in known.files.items():
        owners = owners_of[key]
        if owners & leaving:
            target = place.target(key)
            shown = place.shown(target)
            try:
                edits.append(_plan_removal(place, target, record, leaving))
            except (LeftAloneError, UnreadableError) as problem:
                client = next(iter(sorted(owners)), "")
                problems.append(Problem(client, shown, str(problem), "take out what is named phantasm"))
    return edits, problems


def _plan(
    place: Place, target: Path, files: list[WantedFile], known: FileRecord | None
) -> tuple[FileEdit, tuple[str, ...]]:
    original = _read(target)
    current = _text(original)
    whole = next((file for file in files if file.whole is not None), None)
    if whole is not None:
        change = with_whole(current, whole.whole or "", whole.client, known)
    else:
        pieces = [(file.client, piece) for file in files for piece in file.pieces]
        change = with_pieces(current, pieces, known) if pieces else Change(current or "", known)
    wanted = None if current is None and not change.wanted else change.wanted.encode()
    if wanted != original:
        _refuse_unwritable(target)
    shown = place.shown(files[0].path)
    return FileEdit(shown, place.key(target), target, original, wanted, change.record), change.refused


def _plan_removal(place: Place, target: Path, record: FileRecord, leaving: set[str]) -> FileEdit:
    if _target(place, target) != target:
        raise LeftAloneError("it has become a link since")
    original = _read(target)
    current = _text(original)
    staying = tuple(entry for entry in record.entries if entry.client not in leaving)
    key, shown, detail, left = place.key(target), place.shown(target), "", None
    if current is None:
        return FileEdit(shown, key, target, None, None, detail="is gone already")
    if staying:
        shared = {entry.spot for entry in staying}
        going = [e for e in record.entries if e.client in leaving and e.spot not in shared]
        without = taken(current, record, going)
        left = record_of(restored(current, record), without or "", staying)
    else:
        without = restored(current, record)
        is_whole = any(entry.kind == entries.WHOLE for entry in record.entries)
        if is_whole and without == current:
            detail = "was edited since it was written: yours now"
    wanted = None if without is None else without.encode()
    if wanted != original:
        _refuse_unwritable(target)
    return FileEdit(shown, key, target, original, wanted, left, detail)


def _target(place: Place, path: Path) -> Path:
    try:
        target = path.resolve()
    except (OSError, RuntimeError) as problem:
        raise LeftAloneError("it is a link that leads nowhere") from problem
    if target.is_symlink():  # in a circle: since Python 3.13 that is no error
        raise LeftAloneError("it is a link that leads nowhere")
    if not place.allows(target):
        where = "the project" if place.scope == PROJECT else "the home folder"
        raise LeftAloneError(f"it leads to {target}, which is private or outside {where}")
    return target


def _read(target: Path) -> bytes | None:
    try:
        found = target.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    if not stat.S_ISREG(found.st_mode):
        raise LeftAloneError("it is not a regular file")
    if found.st_size > _MAX_BYTES:
        raise LeftAloneError(f"it is larger than {_MAX_BYTES} bytes")
    try:
        return target.read_bytes()
    except OSError as problem:
        raise LeftAloneError(f"it cannot be read: {problem.strerror}") from problem


def _text(data: bytes | None) -> str | None:
    try:
        return None if data is None else data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise LeftAloneError(f"it is not valid UTF-8 at byte {problem.start}") from problem


def _refuse_unwritable(target: Path) -> None:
    if target.exists() and not target.stat().st_mode & stat.S_IWUSR:
        raise LeftAloneError("it is read-only")
    folder = target.parent
    while not folder.exists():
        folder = folder.parent
    if not folder.is_dir():
        raise LeftAloneError(f"{folder} is no folder")
    if not os.access(folder, os.W_OK | os.X_OK) or not folder.stat().st_mode & stat.S_IWUSR:
        raise LeftAloneError(f"its folder {folder} is read-only")


def _by_hand(file: WantedFile) -> str:
    """Return what would stand in the file if it held nothing else."""
    if file.whole is not None:
        return "a file with the content that `phantasm install --dry-run --json` shows elsewhere"
    text = ""
    for piece in file.pieces:
        text, _ = put(text, piece, file.client)
    if any(isinstance(piece, Table) for piece in file.pieces):
        return text
    return json.dumps(json.loads(text), ensure_ascii=False) if text else ""
