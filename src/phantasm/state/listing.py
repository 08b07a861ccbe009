"""Which records does a listing show? Now from the index, at an earlier moment from the journal."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from phantasm.state import store
from phantasm.state.filters import Filter
from phantasm.state.model import Record, State
from phantasm.state.timeline import Point, as_known, holds
from phantasm.storage.work import Work

# Read back in pages: the whole past does not have to fit into memory.
_BATCH = 500
# What may have been held true at an earlier moment of the world; suggestions and erased stubs never count.
_WERE_TRUE: tuple[State, ...] = ("live", "superseded", "archived")
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
            chosen = replace(chosen, states=_WERE_TRUE, as_of=at.as_of)
        found = store.listing(work, chosen, limit + 1)
        return Page(found[:limit], store.count(work, replace(chosen, behind=None)), len(found) > limit)
    total = sum(1 for _ in _past(work, replace(chosen, behind=None), at))
    found = list(islice(_past(work, chosen, at), limit + 1))
    return Page(found[:limit], total, len(found) > limit)


def everything(work: Work, chosen: Filter, at: Point) -> Iterator[Record]:
    """Yield every record that a filter lets through at a point, newest first."""
    if at.known_at is not None:
        yield from _past(work, chosen, at)
        return
    if at.as_of is not None:
        chosen = replace(chosen, states=_WERE_TRUE, as_of=at.as_of)
    for batch in _batches(work, chosen):
        yield from batch


def _past(work: Work, chosen: Filter, at: Point) -> Iterator[Record]:
    wanted = frozenset(chosen.states)
    for batch in _batches(work, replace(chosen, states=EVERY_STATE)):
        for record in as_known(work, batch, at):
            if holds(record, at) if at.as_of is not None else record.state in wanted:
                yield record


def _batches(work: Work, chosen: Filter) -> Iterator[Sequence[Record]]:
    while batch := store.listing(work, chosen, _BATCH):
        yield batch
        chosen = replace(chosen, behind=(batch[-1].seq, batch[-1].ordinal))
