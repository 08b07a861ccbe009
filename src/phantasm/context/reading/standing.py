"""What holds whatever the task, and what is worth knowing without one? Read from the records."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from phantasm.context.reading.approving import followed
from phantasm.context.sections import FACTS, PROCEDURES, SECTIONS, STABLE, WORK
from phantasm.state import listing, store
from phantasm.state.filters import Filter as RecordFilter
from phantasm.state.model import TRUST, UNTRUSTED_ORIGINS
from phantasm.state.timeline import as_known, holds
from phantasm.state.work_items import item, urgency

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phantasm.context.reading.wish import Wish
    from phantasm.state.model import Record
    from phantasm.storage.work import Work

# The newest of each kind that are looked at for the stable part: as many as it holds of all.
_PER_KIND = 40
# So many more than a section holds are read: some turn out to be expired or untrusted.
_SPARE = 10
# So many pages further back are looked at: a thousand rules that nobody may follow hide none of the others.
_PAGES_BACK = 25
# Open work of each kind that is looked at, and that is mentioned whatever the task.
_WORK_LOOKED_AT, _WORK_ANYWAY = 20, 3
# Without a task, so many of the newest of each kind of fact may be mentioned.
_FACTS_PER_KIND = 20

_TRUSTED = tuple(origin for origin in TRUST if origin not in UNTRUSTED_ORIGINS)

Pinned = tuple["Record", str]
"""A record that is wanted whatever is found, and why."""


def standing(work: Work, wish: Wish) -> list[Record]:
    """Return what holds for every task, the most binding first."""
    kinds = [kind for name in STABLE for kind in SECTIONS[name].kinds]
    heads = {kind: _held(work, wish, kind, _PER_KIND, heads=True) for kind in kinds}
    if wish.at.is_now:
        heads |= _past_the_flood(work, wish, heads)
    found: list[str] = []
    for name in STABLE:
        section = SECTIONS[name]
        places = [
            (_turn(kind, place), order, record.id)
            for order, kind in enumerate(section.kinds)
            for place, record in enumerate(sorted(heads[kind], key=binding))
        ]
        found += [item for _, _, item in sorted(places)[: (section.limit or _PER_KIND) + _SPARE]]
    return [record for record in _read(work, wish, found) if record.content]


def _past_the_flood(work: Work, wish: Wish, heads: Mapping[str, Sequence[Record]]) -> dict[str, list[Record]]:
    """Look further back where what may not instruct fills all that is looked at: it must hide nothing."""
    full = [record for held in heads.values() if len(held) >= _PER_KIND for record in held]
    followed_ids = followed(work, full, wish.people) if full else set()
    found: dict[str, list[Record]] = {}
    for kind, held in heads.items():
        kept = [record for record in held if record.id in followed_ids]
        if len(held) < _PER_KIND or len(kept) >= _PER_KIND:
            continue
        last = min(held, key=lambda record: (record.seq, record.ordinal))
        for _ in range(_PAGES_BACK):
            older = _chosen(wish, kind)._replace(origins=_TRUSTED, behind=(last.seq, last.ordinal))
            page = store.listing(work, older, _PER_KIND, content=False)
            trusted = followed(work, page, wish.people)
            kept += [record for record in page if record.id in trusted]
            if len(page) < _PER_KIND or len(kept) >= _PER_KIND:
                break
            last = page[-1]
        found[kind] = kept
    return found


def _turn(kind: str, place: int) -> int:
    """Return when a rule has its turn: after every two constraints one of each other kind."""
    return place if kind in {"identity", "constraint"} else 2 * place + 1


def _read(work: Work, wish: Wish, ids: Sequence[str]) -> list[Record]:
    records = store.find(work, ids)
    return as_known(work, [records[name] for name in ids if name in records], wish.at)


def binding(record: Record) -> tuple[bool, int, float, int, int]:
    """Sort what binds more to the front: frozen, of whom we trust most, the surest, the newest."""
    return (
        not record.frozen,
        -TRUST[record.origin],
        -record.quality.confidence,
        -record.seq,
        -record.ordinal,
    )


def _held(work: Work, wish: Wish, kind: str, most: int, *, heads: bool = False) -> list[Record]:
    """Return the newest of a kind, those of trusted origins first; `heads` need no content."""
    chosen = _chosen(wish, kind)
    # Whatever untrusted origins bring, and however much: it must not crowd out what the others say.
    newest = _newest(work, chosen, wish, most, heads=heads)
    crowded = len(newest) == most and any(record.origin in UNTRUSTED_ORIGINS for record in newest)
    others = chosen._replace(origins=_TRUSTED)
    trusted = _newest(work, others, wish, most, heads=heads) if crowded else []
    found = {record.id: record for record in (*trusted, *newest)}
    return sorted(found.values(), key=lambda record: record.origin in UNTRUSTED_ORIGINS)


def _chosen(wish: Wish, kind: str) -> RecordFilter:
    return RecordFilter(
        states=("live",),
        kind=kind,
        seen_from=wish.seen_from,
        sensitivity=None if wish.sensitive else "normal",
    )


def _newest(work: Work, chosen: RecordFilter, wish: Wish, most: int, *, heads: bool) -> list[Record]:
    if wish.at.is_now:
        found = store.listing(work, chosen, most, content=not heads)
    else:
        found = list(islice(listing.everything(work, chosen, wish.at), most))
    return [record for record in found if heads or record.content]


def working(work: Work, wish: Wish) -> list[Pinned]:
    """Return open work, the most urgent first."""
    found = []
    for kind in SECTIONS[WORK].kinds:
        for record in _held(work, wish, kind, _WORK_LOOKED_AT):
            one = item(record.lineage, record.kind, record.content.payload if record.content else None)
            if one.is_open:
                found.append((one, record))
    found.sort(key=lambda pair: urgency(pair[0]))
    return [(record, "is open work") for _, record in found[: _WORK_ANYWAY if wish.query else None]]


def remembered(work: Work, wish: Wish) -> list[Pinned]:
    """Return, without a task, what is worth knowing anyway: the newest of each kind in turn."""
    kinds = (*SECTIONS[PROCEDURES].kinds, *SECTIONS[FACTS].kinds)
    lists = [_held(work, wish, kind, _FACTS_PER_KIND) for kind in kinds]
    longest = max(map(len, lists), default=0)
    return [
        (held[n], f"is among the newest of its kind, {held[n].kind}")
        for n in range(longest)
        for held in lists
        if n < len(held)
    ]


def focused(work: Work, wish: Wish) -> list[Pinned]:
    """Return what is held about the subjects in focus."""
    found = store.about(work, wish.focus, live_only=wish.at.is_now)
    if not wish.at.is_now:
        found = [record for record in as_known(work, found, wish.at) if holds(record, wish.at)]
    return [
        (record, f"is about {record.subject_key}, which is in focus")
        for record in found
        if wish.shows(record)
    ]
