"""Which records does a listing show? Now from the index, at an earlier moment from the journal."""

import re
from collections.abc import Iterator, Sequence
from heapq import merge
from itertools import islice
from typing import NamedTuple

from phantasm.contracts.parse import cursor_parts
from phantasm.state import store
from phantasm.state.filters import Filter
from phantasm.state.model import Record, State
from phantasm.state.timeline import Point, as_known, holds, states_then
from phantasm.storage import entries
from phantasm.storage.work import Work

# Read back in pages: the whole past does not have to fit into memory.
_BATCH = 500
# What may have been held true at an earlier moment of the world; suggestions and erased stubs never count.
_WERE_TRUE: tuple[State, ...] = ("live", "superseded", "archived")
# `seq.ordinal`, each well inside 64 bits.
_CURSOR = re.compile(r"(\d{1,18})\.(\d{1,18})", re.ASCII)
EVERY_STATE: tuple[State, ...] = ("suggested", "live", "superseded", "archived", "tombstoned")


class Page(NamedTuple):
    """Some records, newest first, how many there are in all, and whether more follow."""

    records: list[Record]
    total: int
    more: bool


def page(work: Work, chosen: Filter, at: Point, limit: int) -> Page:
    """Return one page of the records that a filter lets through at a point."""
    if at.known_at is None:
        if at.as_of is not None:
            chosen = chosen._replace(states=_WERE_TRUE, as_of=at.as_of)
        found = store.listing(work, chosen, limit + 1)
        return Page(found[:limit], store.count(work, chosen._replace(behind=None)), len(found) > limit)
    if at.without or at.seq is None:
        # The history of a commit may leave out any write before it: every record is looked at.
        total = sum(1 for _ in _past(work, chosen._replace(behind=None), at))
        found = list(islice(_past(work, chosen, at), limit + 1))
        return Page(found[:limit], total, len(found) > limit)
    return _page_after(work, chosen, at, limit, seq=at.seq)


def cursor_after(record: Record) -> str:
    """Return the cursor of the page that begins behind a record."""
    return f"{record.seq}.{record.ordinal}"


def place_of(cursor: str | None) -> tuple[int, int] | None:
    """Return the place in the listing that a cursor means; None without one."""
    if cursor is None:
        return None
    seq, ordinal = cursor_parts(cursor, _CURSOR)
    return int(seq), int(ordinal)


def everything(work: Work, chosen: Filter, at: Point) -> Iterator[Record]:
    """Yield every record that a filter lets through at a point, newest first."""
    if at.known_at is not None:
        yield from _past(work, chosen, at)
        return
    if at.as_of is not None:
        chosen = chosen._replace(states=_WERE_TRUE, as_of=at.as_of)
    for batch in _batches(work, chosen):
        yield from batch


def _page_after(work: Work, chosen: Filter, at: Point, limit: int, *, seq: int) -> Page:
    """Return one page as it was after a write: as it is now, but for what came to another state since."""
    by_then = chosen._replace(behind=(seq + 1, 0))
    as_now = by_then if at.as_of is None else by_then._replace(states=_WERE_TRUE, as_of=at.as_of)
    moved = store.among(work, entries.moved_after(work, "record", seq), by_then._replace(states=EVERY_STATE))
    then = _counted_then(work, moved, chosen, at)
    total = store.count(work, as_now) - sum(_counts(record, chosen, at) for record in moved) + len(then)
    behind = min(chosen.behind or (seq + 1, 0), (seq + 1, 0))
    names = {record.id for record in moved}
    stayed = (
        record
        for batch in _batches(work, as_now._replace(behind=behind), limit + 1, content=False)
        for record in batch
        if record.id not in names
    )
    came = (record for record in sorted(then, key=_place, reverse=True) if _place(record) < behind)
    shown = [record.id for record in islice(merge(stayed, came, key=_place, reverse=True), limit + 1)]
    found = store.find(work, shown[:limit])
    return Page(as_known(work, [found[name] for name in shown[:limit]], at), total, len(shown) > limit)


def _counted_then(work: Work, moved: Sequence[Record], chosen: Filter, at: Point) -> list[Record]:
    """Return those that a listing had then, as they are now."""
    if at.as_of is None:
        states = states_then(work, moved, at)
        return [record for record in moved if states[record.id] in chosen.states]
    then = {record.id for record in as_known(work, moved, at) if holds(record, at)}
    return [record for record in moved if record.id in then]


def _place(record: Record) -> tuple[int, int]:
    return record.seq, record.ordinal


def _counts(record: Record, chosen: Filter, at: Point) -> bool:
    """Tell whether a listing has a record that stands so."""
    return holds(record, at) if at.as_of is not None else record.state in chosen.states


def _past(work: Work, chosen: Filter, at: Point) -> Iterator[Record]:
    for batch in _batches(work, chosen._replace(states=EVERY_STATE)):
        for record in as_known(work, batch, at):
            if _counts(record, chosen, at):
                yield record


def _batches(
    work: Work, chosen: Filter, size: int = _BATCH, *, content: bool = True
) -> Iterator[Sequence[Record]]:
    while batch := store.listing(work, chosen, size, content=content):
        yield batch
        chosen = chosen._replace(behind=_place(batch[-1]))
