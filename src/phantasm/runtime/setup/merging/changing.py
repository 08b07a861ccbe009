"""What becomes of a file's text when ours goes in, comes up to date, or goes out again? Texts only."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from phantasm.runtime.setup.merging import entries, json_edit
from phantasm.runtime.setup.merging.entries import Entry, FileRecord, Undo
from phantasm.runtime.setup.merging.json_text import Json, UnreadableError, read
from phantasm.runtime.setup.merging.pieces import ForeignError, Needed, Piece, Table, put, says_nothing, take

# What a file that is ours from end to end says of itself somewhere.
_OWN_WORD = "phantasm"


@dataclass(frozen=True, slots=True)
class Change:
    """A file's text with ours in it, how to undo that, and what could not be put in."""

    wanted: str
    record: FileRecord | None
    """None: nothing in it is ours to take out."""
    refused: tuple[str, ...] = ()


def with_pieces(current: str | None, pieces: Sequence[tuple[str, Piece]], known: FileRecord | None) -> Change:
    """Return a text with every client's pieces; what is not wanted any more goes."""
    without = current if known is None else restored(current, known)
    text, placed, refused = current or "", list[Entry](), list[str]()
    held = {} if known is None else {entry.identity: entry for entry in known.entries}
    seen: set[tuple[str, ...]] = set()
    for client, piece in pieces:
        try:
            longer, entry = put(text, piece, client)
        except ForeignError as problem:
            refused.append(str(problem))
            continue
        seen.add(entry.identity)
        shared = next((one for one in (*held.values(), *placed) if one.spot == entry.spot), None)
        if entry.identity in held:
            placed.append(held[entry.identity])
        elif shared is not None and longer == text:
            placed.append(replace(shared, client=client))
        elif longer != text and entry.kind != entries.NEEDED:
            placed.append(_against(without, entry))
        text = longer
    clients = {client for client, _ in pieces}
    spots = {entry.spot for entry in placed}
    for identity, entry in held.items():
        if identity not in seen and entry.client not in clients:
            placed.append(entry)
        elif identity not in seen and entry.spot not in spots:
            text = take(text, entry)
    if current is not None and text == current:
        return Change(text, replace(known, entries=tuple(placed)) if known else None, tuple(refused))
    record = record_of(without, text, tuple(placed))
    _refuse_disturbed(without, text, record, pieces)
    return Change(text, record, tuple(refused))


def with_whole(current: str | None, whole: str, client: str, known: FileRecord | None) -> Change:
    """Return the text of a file that is ours alone."""
    if current == whole:
        return Change(whole, known)
    if current is not None and known is not None and digest(current) != known.written:
        return Change(current, known, ("it was edited since it was written",))
    if current is not None and known is None and _OWN_WORD not in current.lower():
        raise ForeignError("there is another file of that name, which is not ours")
    without = current if known is None else restored(current, known)
    return Change(whole, record_of(without, whole, (Entry(entries.WHOLE, client),)))


def restored(current: str | None, known: FileRecord) -> str | None:
    """Return what a file was before us; where somebody edited it since, without us and with their edits."""
    if current is None:
        return None
    if digest(current) == known.written:
        undo = known.undo
        return None if known.created else current[: undo.start] + undo.text + current[undo.end :]
    return taken(current, known, known.entries)


def taken(current: str, known: FileRecord, gone: Sequence[Entry]) -> str | None:
    """Return a text without some entries; None: nothing is left of a file that was not there before."""
    text = current
    for entry in reversed(gone):
        text = take(text, entry)
    is_whole = any(entry.kind == entries.WHOLE for entry in known.entries)
    return None if known.created and not is_whole and says_nothing(text) else text


def record_of(without: str | None, wanted: str, placed: tuple[Entry, ...]) -> FileRecord:
    """Return what has to be known to make the one text of the other again."""
    before = without or ""
    start = _shared(before, wanted)
    behind = _shared(before[start:][::-1], wanted[start:][::-1])
    undo = Undo(start, len(wanted) - behind, before[start : len(before) - behind])
    return FileRecord(without is None, digest(wanted), undo, placed)


def digest(text: str) -> str:
    """Return by what a text is known."""
    return hashlib.sha256(text.encode()).hexdigest()


def _against(without: str | None, entry: Entry) -> Entry:
    """Return an entry that knows what was there before any of ours was."""
    if entry.kind not in {entries.MEMBER, entries.HOOK}:
        return entry
    return replace(entry, existing=json_edit.existing_depth(without or "", entry.path))


def _shared(first: str, second: str) -> int:
    """Return how many characters two texts have in common at their beginning."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if first[:middle] == second[:middle] else (low, middle - 1)
    return low


def _refuse_disturbed(
    without: str | None, wanted: str, record: FileRecord, pieces: Sequence[tuple[str, Piece]]
) -> None:
    """Make sure that taking ours out again leaves what the file meant before; else it is left alone."""
    if without is None or any(isinstance(piece, Table) for _, piece in pieces):
        return  # a table is checked where it is put in
    expected = _plain(without)
    for _, piece in pieces:
        if isinstance(piece, Needed) and isinstance(expected, dict):
            expected = {piece.path[0]: piece.value} | expected
    if _plain(taken(wanted, record, record.entries) or "") != expected:
        raise UnreadableError("it cannot be changed without disturbing what others put there")


def _plain(text: str) -> Json:
    return read(text).plain if text.strip("\ufeff \t\r\n") else {}
