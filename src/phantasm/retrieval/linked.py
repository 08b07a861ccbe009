"""What do the best answers rest on, block or relate to? Records that a link brings."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from phantasm.retrieval import rank, store
from phantasm.retrieval.filters import may_see
from phantasm.retrieval.hits import Hit, in_order
from phantasm.state import links
from phantasm.state import store as state
from phantasm.state.review.store import overlays

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phantasm.retrieval.hits import Wanted
    from phantasm.state.model import Record
    from phantasm.storage.work import Work

# The best records whose links are followed, and how much of their score a link carries: enough to come behind
# what answers by itself, before what hardly answers.
_FOLLOWED = 5
_CARRIED = 0.5
# Links that a single record brings along.
_MOST_LINKS = 8


def anchored(work: Work, references: Sequence[str]) -> list[str]:
    """Return the live records that are about some files, symbols, commits or people."""
    addresses = [links.address(work, reference) for reference in references]
    found = [link.source for link in links.incoming(work, addresses) if link.closed_at is None]
    return sorted(record.id for record in state.live_versions(work, found).values())


def linked_records(work: Work, wanted: Wanted, hits: Sequence[Hit]) -> list[Hit]:
    """Return hits together with the live records that a link or an anchor brings."""
    if not wanted.live_only:
        return list(hits)
    by_item = {hit.unit.item_id: hit for hit in hits}
    brought = [*_along_links(work, wanted, hits), *_by_anchors(work, wanted)]
    units = {unit.item_id: unit for unit in store.of_items(work, [record.id for record, _, _ in brought])}
    marks = overlays(work, list(units)) if units else {}
    for record, added, source in brought:
        unit, marked = units.get(record.id), marks.get(record.id, [])
        if unit is None or not (wanted.chosen.lets_through(unit) and may_see(unit, wanted.chosen)):
            continue
        if not wanted.counts(record, marked):
            continue
        known = by_item.get(record.id) or Hit(unit, 0.0, record=record, marks=marked)
        score = rank.normalised(sum(added.values()))
        if known.score < score:
            by_item[record.id] = known._replace(score=score, added=added, linked_from=source)
    return in_order(list(by_item.values()))


Brought = tuple["Record", dict[str, float], str | None]
"""A record, what speaks for it, and the record whose link brought it."""


def _along_links(work: Work, wanted: Wanted, hits: Sequence[Hit]) -> list[Brought]:
    best = [hit for hit in hits[: wanted.most] if hit.record][:_FOLLOWED]
    lineages = {hit.record.lineage: hit for hit in best if hit.record}
    if not lineages:
        return []
    ends: dict[str, Hit] = {}
    for link in [*links.outgoing(work, list(lineages)), *links.incoming(work, list(lineages))]:
        if link.closed_at is not None or link.target.startswith(links.OUTSIDE):
            continue
        for here, there in ((link.source, link.target), (link.target, link.source)):
            parent, known = lineages.get(here), ends.get(there)
            if parent and (parent.score > known.score if known else len(ends) < _FOLLOWED * _MOST_LINKS):
                ends[there] = parent
    return [
        (record, {"link": _CARRIED * sum(ends[lineage].added.values())}, ends[lineage].unit.item_id)
        for lineage, record in sorted(state.live_versions(work, list(ends)).items())
    ]


def _by_anchors(work: Work, wanted: Wanted) -> list[Brought]:
    """Return the records about the files and symbols that a question names."""
    names = named(wanted.question)
    if not names:
        return []
    ids = anchored(work, [f"{kind}:{name}" for name in names for kind in ("file", "symbol")])
    return [(record, {"anchor": _ANCHORED}, None) for record in state.find(work, ids).values()]


def named(question: str) -> list[str]:
    """Return the paths, files and names of code in a question: what an anchor may be about."""
    runs = (run for run in _RUN.findall(question) if len(run) <= _LONGEST_NAME)
    return list(islice((name for run in runs for name in _NAMED.findall(run)), _MOST_NAMES))


# Only what may be part of a name is looked at for one, and nothing as long as an encoded file: the patterns
# try every beginning and every end.
_RUN = re.compile(r"[\w./-]+")
_LONGEST_NAME = 200
_NAMED = re.compile(r"(?=[\w/-]*\.)[\w./-]*[\w-]+\.\w{1,8}\b|[\w-]+(?:/[\w.-]+)+|\b\w+(?:_\w+|[a-z][A-Z]\w*)")
_MOST_NAMES = 8
# In the unit of the score: as good as a question whose every word is there, and which is like it, too.
_ANCHORED = 1.5
