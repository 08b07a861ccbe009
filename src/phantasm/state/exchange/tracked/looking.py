"""What has changed in the tracked files since the last look, and by whom? Reads, writes nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.contracts.errors import PhantasmError
from phantasm.security.redaction import Masked
from phantasm.state.exchange.lines import RecordLine
from phantasm.state.exchange.masking import masked_line
from phantasm.state.exchange.text import text_of
from phantasm.state.exchange.tracked.fields import FormError
from phantasm.state.exchange.tracked.folder import Listed, Shelf, digest_of, list_files, read_bytes, shelf_of
from phantasm.state.exchange.tracked.naming import mark_in, mark_of
from phantasm.state.exchange.tracked.page import line_of
from phantasm.state.exchange.tracked.revisions import Touch, blobs_at, touched
from phantasm.state.exchange.tracked.synced import Known, Synced, place_for, read_synced
from phantasm.workspace.contents import blob_of
from phantasm.workspace.git import GitError
from phantasm.workspace.place import commit_at, here

ABSENT = -1
"""The size of a file that this checkout does not have: it was there in another."""
_HASHES = {40: "sha1", 64: "sha256"}
"""How a repository names contents, by the length of the names."""


@dataclass(frozen=True, slots=True)
class Arriving:
    """One file that is not as it was."""

    name: str
    known: Known
    """How it lies there now."""
    before: Known | None
    line: RecordLine
    touch: Touch | None
    """The commit that brought it, since the last look."""
    by_hand: bool
    """Whether it is not as the commit that is checked out has it."""

    @property
    def is_deliberate(self) -> bool:
        """Tell whether somebody changed it, rather than that another commit was checked out."""
        return self.by_hand or self.touch is not None


@dataclass(frozen=True, slots=True)
class Gone:
    """One file that was there and is not any more."""

    name: str
    before: Known
    touch: Touch | None
    by_hand: bool

    @property
    def is_deliberate(self) -> bool:
        """Tell whether somebody deleted it, rather than that this checkout never had it."""
        return self.by_hand or (self.touch is not None and self.touch.removed)


@dataclass(frozen=True, slots=True)
class Look:
    """Everything that is not as it was."""

    shelf: Shelf
    state: Path
    synced: Synced
    commit: str | None
    branch: str | None
    arriving: list[Arriving] = field(default_factory=list)
    gone: list[Gone] = field(default_factory=list)
    unread: dict[str, Known] = field(default_factory=dict)
    problems: list[tuple[str, str]] = field(default_factory=list)
    masked: list[Masked] = field(default_factory=list)

    @property
    def missing(self) -> list[Gone]:
        """The files that are gone and did not only get another name."""
        renamed = {one.line.lineage for one in self.arriving}
        return [one for one in self.gone if one.before.lineage not in renamed]

    @property
    def is_settled(self) -> bool:
        """Tell whether nothing at all has to be noted."""
        unchanged = not (self.arriving or self.gone or self.unread)
        return unchanged and self.commit == self.synced.commit


def look(paths: Paths, start: Path, *, mask: bool, thorough: bool) -> Look:
    """Look at the files of a checkout; `thorough`: also again at what is not settled."""
    shelf, state = shelf_of(paths, start), place_for(paths, start)
    synced = read_synced(state)
    listed = list_files(shelf)
    commit = commit_at(shelf.root)
    found = Look(shelf, state, synced, commit, here(shelf.root).branch, problems=list(listed.problems))
    names = [name for name, stat in listed.stats.items() if _is_news(synced.files.get(name), stat, thorough)]
    gone = [name for name, one in synced.files.items() if one.size != ABSENT and name not in listed.stats]
    if not names and not gone:
        return found
    touches = touched(shelf.root, synced.commit, commit) if commit else {}
    blobs = _blobs(shelf.root, commit)
    _read_all(found, names, listed, _Git(touches, blobs), mask=mask)
    for name in gone:
        found.gone.append(Gone(name, synced.files[name], touches.get(name), by_hand=name in blobs))
    return found


@dataclass(frozen=True, slots=True)
class _Git:
    touches: Mapping[str, Touch]
    blobs: Mapping[str, str]


def _is_news(known: Known | None, stat: tuple[int, int], thorough: bool) -> bool:  # noqa: FBT001  a wish
    if known is None or (known.size, known.changed_at) != stat:
        return True
    return thorough and (known.agreed != known.digest or known.waits is not None)


def _read_all(found: Look, names: list[str], listed: Listed, git: _Git, *, mask: bool) -> None:
    held: dict[str, str] = {}
    owners = found.synced.by_lineage()
    # Whoever copies a file copies its lineage: the file whose name fits is the record's own.
    for name in sorted(names, key=lambda name: (mark_in(name) is None, name)):
        before = found.synced.files.get(name)
        data = read_bytes(found.shelf, name)
        size, changed_at = listed.stats[name]
        if data is None:
            found.problems.append((name, "cannot be read, or is larger than a record can be"))
            found.unread[name] = Known(size, changed_at, "")
            continue
        known = Known(size, changed_at, digest_of(data))
        try:
            line, masked = _line(data, name, mask=mask)
        except FormError as problem:
            found.problems.append((name, str(problem)))
            found.unread[name] = known
            continue
        other = held.setdefault(line.lineage, name)
        owner = owners.get(line.lineage)
        # Another file has this record, and a better right to it.
        is_copy = owner != name and owner in listed.stats and mark_in(name) != mark_of(line.lineage)
        if other != name or is_copy:
            found.problems.append((name, "another file is about the same record: remove one of them"))
            found.unread[name] = known
            continue
        found.masked.extend(masked)
        by_hand = bool(found.commit) and not _is_blob(git.blobs.get(name), data)
        touch = git.touches.get(name)
        found.arriving.append(Arriving(name, known, before, line, touch, by_hand=by_hand))


def _is_blob(blob: str | None, data: bytes) -> bool:
    return blob is not None and blob == blob_of(data, _HASHES.get(len(blob), "sha1"))


def _line(data: bytes, name: str, *, mask: bool) -> tuple[RecordLine, tuple[Masked, ...]]:
    try:
        text = text_of(data, name)
    except PhantasmError as problem:
        raise FormError(problem.message.removeprefix(f"{name} ")) from problem
    line = line_of(text)
    return masked_line(line, 0) if mask else (line, ())


def _blobs(root: Path, commit: str | None) -> dict[str, str]:
    try:
        return blobs_at(root, commit) if commit else {}
    except GitError:
        return {}
