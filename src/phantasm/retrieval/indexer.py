"""How do vectors follow what was written? Behind the change log, outside the write, as far as they get.

The index is stamped with the write up to which everything is in. Whatever came after is embedded in batches;
a batch is committed as soon as it is there, and the stamp moves on when a write is complete. Killed anywhere,
the next run goes on from the last commit. Setting the stamp back to zero is a rebuild.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from phantasm.retrieval import store
from phantasm.retrieval.model import WORDS
from phantasm.retrieval.reading import sayings
from phantasm.retrieval.vectors.port import Stamp
from phantasm.storage.inspection import reader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phantasm.capabilities.embedding.port import Embedder, View
    from phantasm.retrieval.model import Unit
    from phantasm.retrieval.vectors.port import VectorIndex, Writer
    from phantasm.storage.blobs import BlobStore
    from phantasm.storage.database import Database, Head
    from phantasm.storage.work import Work

Progress = Callable[[int, int], None]
"""Told how many units are done and how many there were to do."""

# Units per snapshot and commit: a commit costs an fsync or two, a snapshot holds no writer up.
_BATCH = 2_048
# Above every unit's id: nothing more of a write that is complete.
_NO_MORE = 2**63 - 1


class Source(NamedTuple):
    """Where units and their texts are read."""

    database: Database
    blobs: BlobStore


class Maker(NamedTuple):
    """Who makes vectors, and how deep and wide they are taken."""

    embedder: Embedder
    view: View


class Progressed(NamedTuple):
    """What a run did."""

    embedded: int
    removed: int
    busy: bool = False
    """Somebody else is indexing; nothing was done here."""


def stamp_for(maker: Maker, head: Head) -> Stamp:
    """Return the stamp of an index with somebody's vectors of this store."""
    model, view = maker.embedder.model, maker.view
    generation = f"{model.generation}-{WORDS}"
    return Stamp(
        model=model.id,
        generation=generation,
        exit=view.exit,
        width=view.width,
        coarse=min(model.widths[0], view.width),
        store_id=head.store_id,
        epoch=head.epoch,
    )


def fits(found: Stamp | None, wanted: Stamp) -> bool:
    """Tell whether an index holds what is wanted, however far it goes."""
    return found is not None and replace(found, cursor=wanted.cursor, count=wanted.count) == wanted


def catch_up(
    source: Source,
    index: VectorIndex,
    maker: Maker,
    *,
    anew: bool = False,
    progress: Progress | None = None,
) -> Progressed:
    """Embed what has no vector yet, oldest first, and forget what was erased.

    With `anew` everything is embedded again, and the vectors that are there serve until the end.
    """
    with index.writer() as writer:
        if writer is None:
            return Progressed(0, 0, busy=True)
        cursor, is_empty = _begin(index, writer, stamp_for_source(source, maker), anew=anew)
        with _snapshot(source) as work:
            total = store.count_after(work, cursor)
        place, embedded, removed = (cursor, _NO_MORE), 0, 0
        while True:
            with _snapshot(source) as work:
                seq = work.head.seq
                gone = store.erased_since(work, cursor)
                units = store.brought_after(work, place, _BATCH)
                said = sayings(work, source.blobs, units)
            writer.remove(np.array(gone, np.int64))
            removed = len(gone)
            # After a reset the index still shows what it replaces: nothing of that counts.
            said = said if is_empty else _without_vector(index, units, said)
            embedded += _embed(writer, maker, said, _words(units))
            if progress:
                progress(min(embedded, total), total)
            if len(units) < _BATCH:
                writer.commit(seq)
                return Progressed(embedded, removed)
            place = units[-1].seq, units[-1].id
            if not anew:  # that write may have brought more: only the ones before it are complete
                writer.commit(units[-1].seq - 1)


def _begin(index: VectorIndex, writer: Writer, wanted: Stamp, *, anew: bool) -> tuple[int, bool]:
    """Go on where the index stands, or start from nothing where it holds something else; tell which."""
    index.refresh()
    found = index.stamp
    if found is not None and fits(found, wanted) and not anew:
        return found.cursor, False
    writer.reset(wanted)
    return 0, True


def stamp_for_source(source: Source, maker: Maker) -> Stamp:
    """Return the stamp of an index with somebody's vectors of a store."""
    with _snapshot(source) as work:
        return stamp_for(maker, work.head)


def forget(source: Source, index: VectorIndex) -> int:
    """Take out what was erased and bring nothing in."""
    with index.writer() as writer, _snapshot(source) as work:
        if writer is None or writer.stamp is None:
            return 0
        stamp, head = writer.stamp, work.head
        if (stamp.store_id, stamp.epoch) != (head.store_id, head.epoch):  # its ids mean something else here
            writer.reset(replace(stamp, store_id=head.store_id, epoch=head.epoch))
            writer.commit(0)
            return 0
        ids = np.array(store.erased_since(work, stamp.cursor), np.int64)
        gone = ids[~np.isnan(index.likeness(np.zeros(stamp.width, np.float32), ids))]
        if len(gone):
            writer.remove(gone)
            writer.commit(stamp.cursor)
        return len(gone)


def _embed(writer: Writer, maker: Maker, said: dict[int, str], words: dict[int, list[str]]) -> int:
    ids, size = sorted(said), maker.embedder.model.batch
    for start in range(0, len(ids), size):
        chunk = ids[start : start + size]
        vectors = maker.embedder.embed([said[name] for name in chunk], side="document", view=maker.view)
        writer.add(np.array(chunk, np.int64), vectors, [words[name] for name in chunk])
    return len(ids)


def _words(units: Sequence[Unit]) -> dict[int, list[str]]:
    """Return the words of units, for an engine that ranks by them too."""
    return {unit.id: [*unit.title.split(), *unit.body.split()] for unit in units}


def _without_vector(index: VectorIndex, units: Sequence[Unit], said: dict[int, str]) -> dict[int, str]:
    """Return the texts that are not in yet: a killed run may have got further than its stamp says."""
    stamp = index.stamp
    if stamp is None or not stamp.count:
        return said
    ids = np.array([unit.id for unit in units], np.int64)
    missing = np.isnan(index.likeness(np.zeros(stamp.width, np.float32), ids))
    return {
        unit.id: said[unit.id] for unit, new in zip(units, missing, strict=True) if new and unit.id in said
    }


@contextmanager
def _snapshot(source: Source) -> Iterator[Work]:
    with source.database.read() as (connection, head):
        yield reader(connection, head)
