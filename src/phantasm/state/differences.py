"""What differs between two versions, and between what was held at two points? Fields, and words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Literal

from phantasm.state import store
from phantasm.state.filters import Filter
from phantasm.state.listing import everything
from phantasm.state.model import Record
from phantasm.state.timeline import Point, as_known, holds
from phantasm.storage import entries
from phantasm.storage.work import Work

# Word by word up to here: comparing takes time with the square of the length, and nobody reads on.
_WORDS_COMPARED = 2_000
_COMPARED = (
    "kind",
    "subject_key",
    "frozen",
    "scope",
    "scope_ref",
    "sensitivity",
    "origin",
    "valid_from",
    "valid_to",
)
_COMPARED_QUALITY = ("confidence", "source_type", "author", "verified_at", "expires_at", "revalidate_at")


@dataclass(frozen=True, slots=True)
class Words:
    """A run of words that both versions have, or only one of them."""

    change: Literal["same", "removed", "added"]
    text: str


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field of a record in two versions."""

    field: str
    before: object
    after: object


@dataclass(frozen=True, slots=True)
class Change:
    """One lineage at two points: what was held, what is held; None where nothing was."""

    lineage: str
    before: Record | None
    after: Record | None


def words(before: str, after: str) -> list[Words]:
    """Return how one statement becomes another, word by word."""
    if before == after:
        return [Words("same", before)]
    old, new = before.split(), after.split()
    if max(len(old), len(new)) > _WORDS_COMPARED:
        return [Words("removed", before), Words("added", after)]
    found: list[Words] = []
    for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            found.append(Words("same", " ".join(old[i:j])))
            continue
        if j > i:
            found.append(Words("removed", " ".join(old[i:j])))
        if m > k:
            found.append(Words("added", " ".join(new[k:m])))
    return found


def fields(before: Record, after: Record) -> list[FieldChange]:
    """Return what differs between two versions besides the words of the statement, by name."""
    old, new = _flat(before), _flat(after)
    return [
        FieldChange(name, old.get(name), new.get(name))
        for name in sorted({*old, *new})
        if old.get(name) != new.get(name)
    ]


def between(work: Work, earlier: Point, later: Point, chosen: Filter) -> list[Change]:
    """Return what differs between what was held at two points, by lineage; erased ones are not in it."""
    if earlier.as_of == later.as_of:
        ids = _changed_ids(work, earlier, later)
        records = [record for record in store.find(work, ids).values() if chosen.lets_through(record)]
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
    return before is not None and after is not None and before.id == after.id and not fields(before, after)


def _flat(record: Record) -> Mapping[str, object]:
    content = record.content
    flat: dict[str, object] = {name: getattr(record, name) for name in _COMPARED}
    flat["valid_to"] = min((end for end in (record.valid_to, record.ended_at) if end), default=None)
    flat |= {f"quality.{name}": getattr(record.quality, name) for name in _COMPARED_QUALITY}
    if content is not None:
        triple = content.triple
        flat["claim"] = [triple.subject, triple.predicate, triple.object] if triple else None
        flat["provenance"] = content.provenance
        flat |= {f"payload.{name}": value for name, value in (content.payload or {}).items()}
    return flat
