"""Which units have a vector, and which vectors have a unit? The vectors held against the store.

Behind is what came after the write up to which the vectors go: a search or a build brings it in. What is
missing before that, and what no unit has any more, only a rebuild mends.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from phantasm.retrieval import generations, store
from phantasm.retrieval.findings import BUILD, REBUILD_VECTORS, Finding, note
from phantasm.retrieval.indexer import fits, stamp_for
from phantasm.retrieval.reading import sayings
from phantasm.storage.inspection import reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phantasm.capabilities.environment import Environment
    from phantasm.retrieval.generations import Generation
    from phantasm.storage.work import Work

# Units that are looked up at once: a row of three numbers each, and one question to the index.
_BATCH = 2_048
# Units below the cursor without a vector that are embedded to see whether they should have one: some texts
# are like nothing (no word in them), and are kept without. Half a second; more than these is loss anyway.
_JUDGED = 512
# While it was looked at, somebody may have committed; what was seen then belongs to no state that there was.
_ATTEMPTS = 3


class _Mark(NamedTuple):
    """When a unit came, and when it was erased."""

    id: int
    seq: int
    erased_seq: int | None


@dataclass(slots=True)
class _Cover:
    """What was counted."""

    held: int = 0
    """Units that have a vector, those that were erased among them."""
    behind: int = 0
    forgotten: int = 0
    """Vectors of units that were erased before the write up to which the vectors go."""
    to_forget: int = 0
    """Vectors of units that were erased since."""
    lacking: list[int] = field(default_factory=list)
    """Units from before that write without a vector."""


def findings(environment: Environment, generation: Generation) -> list[Finding]:
    """Return what the vectors of a generation lack, and have too much; for vectors that can be read."""
    index = generation.index
    for _ in range(_ATTEMPTS):
        index.refresh()
        before = index.stamp
        if before is None:
            return _nothing(environment, generation)
        with environment.database.read() as (connection, head):
            work = reader(connection, head)
            is_ours = fits(before, stamp_for(generation.maker, head))
            found = _compared(environment, generation, work, before.cursor) if is_ours else _foreign(work)
        if not index.refresh() or index.stamp == before:
            break
    return found


def _nothing(environment: Environment, generation: Generation) -> list[Finding]:
    with environment.database.read() as (connection, head):
        units = store.counted(reader(connection, head)).units
    if not units:
        return []
    serves = generations.serving(environment, absence=generation.absence).generation.folder
    instead = "" if serves == generation.folder else f"; those of {serves.name} answer till then"
    return [Finding(f"none of the {units} units has a vector{instead}", BUILD)]


def _foreign(work: Work) -> list[Finding]:
    units = store.counted(work).units
    message = "the vectors are those of another store, or from before it was restored, and do not count"
    return [Finding(f"{message}: {units} units have none", BUILD, is_problem=units > 0)]


def _compared(environment: Environment, generation: Generation, work: Work, cursor: int) -> list[Finding]:
    cover = _Cover()
    last = 0
    while rows := _marks(work, last):
        last = rows[-1].id
        _count(cover, rows, _there(generation, [row.id for row in rows]), cursor)
    judged = cover.lacking[:_JUDGED]
    missing = _with_a_vector(environment, generation, work, judged) if judged else 0
    strange = max(0, generation.index.vectors() - cover.held) + cover.forgotten
    return list(_told(cover, missing, strange))


def _marks(work: Work, last: int) -> list[_Mark]:
    statement = "SELECT id, seq, erased_seq FROM units WHERE id > :last ORDER BY id LIMIT :limit"
    return [
        _Mark(row["id"], row["seq"], row["erased_seq"])
        for row in work.all(statement, {"last": last, "limit": _BATCH})
    ]


def _there(generation: Generation, ids: list[int]) -> list[bool]:
    """Tell which units have a vector: a question without a word is like each of them, and like no other."""
    width = generation.maker.view.width
    known = generation.index.likeness(np.zeros(width, np.float32), np.array(ids, np.int64))
    return [not lacks for lacks in np.isnan(known).tolist()]


def _count(cover: _Cover, rows: list[_Mark], there: list[bool], cursor: int) -> None:
    for row, has_vector in zip(rows, there, strict=True):
        if has_vector:
            cover.held += 1
            cover.forgotten += row.erased_seq is not None and row.erased_seq <= cursor
            cover.to_forget += row.erased_seq is not None and row.erased_seq > cursor
        elif row.erased_seq is None and row.seq > cursor:
            cover.behind += 1
        elif row.erased_seq is None:
            cover.lacking.append(row.id)


def _with_a_vector(environment: Environment, generation: Generation, work: Work, ids: list[int]) -> int:
    """Return how many of some units are like something: the others are kept without a vector."""
    maker = generation.maker
    units = store.find(work, ids)
    said = list(sayings(work, environment.blobs, list(units.values())).values())
    coarse = min(maker.embedder.model.widths[0], maker.view.width)
    made = 0
    for start in range(0, len(said), maker.embedder.model.batch):
        texts = said[start : start + maker.embedder.model.batch]
        vectors = maker.embedder.embed(texts, side="document", view=maker.view)
        made += int(np.count_nonzero(vectors[:, :coarse].any(axis=1)))
    return made


def _told(cover: _Cover, missing: int, strange: int) -> Iterator[Finding]:
    if missing:
        least = "at least " if len(cover.lacking) > _JUDGED else ""
        yield Finding(f"{least}{missing} units that were embedded have no vector any more", REBUILD_VECTORS)
    if strange:
        yield Finding(f"{strange} vectors are of units that the store does not have", REBUILD_VECTORS)
    if cover.behind > generations.AT_ONCE:
        yield Finding(f"{cover.behind} units have no vector yet", BUILD)
    elif cover.behind:
        yield note(f"{cover.behind} units have no vector yet; the next search gives them one", BUILD)
    if cover.to_forget:
        yield note(f"{cover.to_forget} units were erased and still have their vector", BUILD)
