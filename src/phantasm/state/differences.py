"""What differs between what was held at two points?"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from phantasm.state import store
from phantasm.state.comparison import fields
from phantasm.state.filters import Filter
from phantasm.state.listing import EVERY_STATE, everything
from phantasm.state.model import Record
from phantasm.state.timeline import Point, as_known, holds
from phantasm.storage import entries
from phantasm.storage.work import Work


@dataclass(frozen=True, slots=True)
class Change:
    """One lineage at two points: what was held, what is held; None where nothing was."""

    lineage: str
    before: Record | None
    after: Record | None


def between(work: Work, earlier: Point, later: Point, chosen: Filter) -> list[Change]:
    """Return what differs between what was held at two points, by lineage; erased ones are not in it.

    What the records say may be missing: `with_content` adds it to those that are shown.
    """
    if earlier.as_of == later.as_of:
        changed = store.among(work, _changed_ids(work, earlier, later), Filter(states=EVERY_STATE))
        records = [record for record in changed if chosen.lets_through(record)]
        sides = [_held(as_known(work, records, at), at) for at in (earlier, later)]
    else:
        sides = [_by_lineage(everything(work, chosen, at)) for at in (earlier, later)]
    before, after = sides
    found = [
        Change(lineage, old, new)
        for lineage in sorted({*before, *after})
        for old, new in _paired(before.get(lineage, []), after.get(lineage, []))
    ]
    return [one for one in found if not _same(one)]


def with_content(work: Work, changes: Sequence[Change]) -> list[Change]:
    """Return changes with what their records say."""
    known = store.find(work, [side.id for one in changes for side in (one.before, one.after) if side])

    def whole(record: Record | None) -> Record | None:
        return record and record._replace(content=known[record.id].content)

    return [replace(one, before=whole(one.before), after=whole(one.after)) for one in changes]


def erased_between(work: Work, earlier: Point, later: Point) -> list[str]:
    """Return which records were erased between two points."""
    rows = entries.changed_between(work, "record", *_span(work, earlier, later))
    return sorted(row["object_id"] for row in rows if row["change"] == "erase")


def _changed_ids(work: Work, earlier: Point, later: Point) -> list[str]:
    """Return the records that were changed between two points: no other can differ."""
    rows = entries.changed_between(work, "record", *_span(work, earlier, later))
    return sorted({row["object_id"] for row in rows})


def _span(work: Work, earlier: Point, later: Point) -> tuple[int, int]:
    seqs = [work.head.seq if at.seq is None else at.seq for at in (earlier, later)]
    return min(seqs), max(seqs)


def _held(records: Iterable[Record], at: Point) -> dict[str, list[Record]]:
    return _by_lineage(record for record in records if holds(record, at))


def _by_lineage(records: Iterable[Record]) -> dict[str, list[Record]]:
    grouped: dict[str, list[Record]] = {}
    for record in records:
        grouped.setdefault(record.lineage, []).append(record)
    return grouped


def _paired(before: Sequence[Record], after: Sequence[Record]) -> list[tuple[Record | None, Record | None]]:
    """Pair the versions of one lineage: those that stayed with themselves, the others in order."""
    new = {record.id: record for record in after}
    pairs: list[tuple[Record | None, Record | None]] = [
        (record, new[record.id]) for record in before if record.id in new
    ]
    old_ids = {record.id for record in before}
    gone = [record for record in before if record.id not in new]
    come = [record for record in after if record.id not in old_ids]
    return pairs + list(zip_longest(gone, come))


def _same(change: Change) -> bool:
    before, after = change.before, change.after
    if before is None or after is None or before.id != after.id:
        return False
    return before == after or next(fields(before, after), None) is None
