"""What do the best answers rest on, block or relate to? Records that a link brings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from phantasm.retrieval import rank, store
from phantasm.retrieval.filters import may_see
from phantasm.state import links
from phantasm.state import store as state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phantasm.retrieval.search import Hit, Wanted
    from phantasm.storage.work import Work

# The best records whose links are followed, and how much of their score a link carries: enough to come behind
# what answers by itself, before what hardly answers.
_FOLLOWED = 5
_CARRIED = 0.5
# Links that a single record brings along.
_MOST_LINKS = 8


def linked_records(work: Work, wanted: Wanted, hits: Sequence[Hit]) -> list[Hit]:
    """Return hits together with the live records that the best of them are linked with."""
    best = [hit for hit in hits[: wanted.most] if hit.record][:_FOLLOWED]
    if not best or not wanted.live_only:
        return list(hits)
    lineages = {hit.record.lineage: hit for hit in best if hit.record}
    open_links = [
        link
        for link in [*links.outgoing(work, list(lineages)), *links.incoming(work, list(lineages))]
        if link.closed_at is None and not link.target.startswith(links.OUTSIDE)
    ]
    brought: dict[str, Hit] = {}
    for link in open_links:
        for here, there in ((link.source, link.target), (link.target, link.source)):
            if here in lineages and there not in lineages and len(brought) < _FOLLOWED * _MOST_LINKS:
                brought.setdefault(there, lineages[here])
    records = state.live_versions(work, list(brought))
    units = {unit.item_id: unit for unit in store.of_items(work, [record.id for record in records.values()])}
    by_item = {hit.unit.item_id: hit for hit in hits}
    for lineage, record in sorted(records.items()):
        unit, parent = units.get(record.id), brought[lineage]
        if unit is None or not (wanted.chosen.lets_through(unit) and may_see(unit, wanted.chosen)):
            continue
        carried = _CARRIED * sum(parent.added.values())
        known = by_item.get(record.id) or replace(parent, **_ALONE, unit=unit, record=record)
        if known.score < rank.normalised(carried):
            source = parent.record.id if parent.record else None
            by_item[record.id] = replace(
                known, score=rank.normalised(carried), added={"link": carried}, linked_from=source
            )
    return sorted(by_item.values(), key=lambda hit: (-hit.score, hit.unit.seq, hit.unit.id))


# What a record that only a link brings does not have from the one that it comes from.
_ALONE: dict[str, Any] = {
    "score": 0.0,
    "parts": {},
    "added": {},
    "lexical": None,
    "dense": None,
    "marks": (),
    "revised_by": None,
}
