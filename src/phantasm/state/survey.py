"""What is held of some kinds, from where the caller stands, and what is it linked to?"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from pydantic import Field

from phantasm.contracts.kinds import KindName
from phantasm.contracts.model import Model
from phantasm.state import links, listing, store
from phantasm.state.filters import Filter
from phantasm.state.links import Link
from phantasm.state.model import Record
from phantasm.state.relations import represent
from phantasm.state.review import store as reviews
from phantasm.state.review.model import Review
from phantasm.state.scopes import Standpoint
from phantasm.state.timeline import Point, holds
from phantasm.state.views import readable
from phantasm.state.withdrawn import Withdrawn, withdrawals
from phantasm.storage.work import Work

# The latest of each kind: what somebody may still believe; older ones are in `list` and `history`.
_WITHDRAWALS_PER_KIND = 20


@dataclass(frozen=True, slots=True)
class Survey:
    """Records with what surrounds them."""

    records: list[Record]
    """What is held, newest first, by kind in the order asked for; sensitive ones too."""
    links: list[Link]
    """What leads from or to these records, and holds at the point."""
    others: dict[str, Record]
    """What else these links join, by lineage, as far as it is held and can be seen."""
    marks: dict[str, list[str]] = field(default_factory=dict)
    conflicts: list[Review] = field(default_factory=list)
    withdrawn: list[Withdrawn] = field(default_factory=list)

    def named(self) -> dict[str, Record]:
        """Return every record of the survey by its lineage."""
        return self.others | {record.lineage: record for record in self.records}


class LinkedView(Model):
    """What an item is linked to, seen from the item."""

    type: str
    direction: str = Field(description="out: the item's own link; in: the other one's")
    link_id: str
    record_id: str | None = None
    handle: str | None = None
    kind: str | None = None
    reference: str | None = Field(default=None, description="What it is about outside the store")


class ConflictView(Model):
    """Records that contradict each other, until somebody decides."""

    review_id: str
    record_ids: list[str]


def survey(work: Work, kinds: Sequence[KindName], seen_from: Standpoint | None, at: Point) -> Survey:
    """Look at everything of some kinds."""
    records: list[Record] = []
    for kind in kinds:
        chosen = Filter(states=("live",), kind=kind, seen_from=seen_from)
        records += listing.everything(work, chosen, at)
    lines = [record.lineage for record in records]
    touching = {link.id: link for link in (*links.outgoing(work, lines), *links.incoming(work, lines))}
    joined = links.held_after(work, list(touching.values()), at.seq)
    ends = {end for link in joined for end in (link.source, link.target)} - set(lines)
    others = {
        lineage: record
        for lineage, record in represent(work, sorted(ends), at).items()
        if holds(record, at) and (seen_from is None or seen_from.sees(record.scope, record.scope_ref))
    }
    ids = [record.id for record in records]
    return Survey(
        records=records,
        links=sorted(joined, key=lambda link: (link.type, link.source, link.target, link.id)),
        others=others,
        marks=reviews.overlays(work, ids, at.seq),
        conflicts=_conflicts(work, ids) if at.known_at is None else [],
        withdrawn=_withdrawn(work, kinds, seen_from) if at.is_now else [],
    )


def linked_views(found: Survey, lines: Collection[str]) -> dict[str, list[LinkedView]]:
    """Return what each of some lineages is linked to; what cannot be seen or no longer holds is left out."""
    named = found.named()
    views: dict[str, list[LinkedView]] = {}
    for link in found.links:
        ways = ((link.source, link.target, "out"), (link.target, link.source, "in"))
        for line, end, direction in ways:
            other = named.get(end)
            if line in lines and (other is not None or link.reference is not None):
                shown = LinkedView(type=link.type, direction=direction, link_id=link.id)
                details = (
                    {"reference": link.reference}
                    if other is None
                    else {"record_id": other.id, "handle": other.handle, "kind": other.kind}
                )
                views.setdefault(line, []).append(shown.model_copy(update=details))
    return views


def conflict_views(found: Survey) -> list[ConflictView]:
    """Return the undecided conflicts among what was found."""
    return [
        ConflictView(review_id=review.id, record_ids=review.ids("proposed", "held"))
        for review in found.conflicts
    ]


def _conflicts(work: Work, ids: Sequence[str]) -> list[Review]:
    waiting = reviews.waiting_about(work, ids, ("proposed", "held"))
    return [review for review in waiting if review.kind == "conflict"]


def _withdrawn(work: Work, kinds: Sequence[KindName], seen_from: Standpoint | None) -> list[Withdrawn]:
    """Return what was taken back lately and nothing took the place of."""
    closed: list[Record] = []
    for kind in kinds:
        chosen = Filter(states=("archived", "tombstoned"), kind=kind, seen_from=seen_from)
        closed += store.listing(work, chosen, _WITHDRAWALS_PER_KIND)
    replaced = store.live_lineages(work, [record.lineage for record in closed])
    gone = [record for record in closed if record.lineage not in replaced and readable(record, work.caller)]
    return sorted(withdrawals(work, gone), key=lambda one: (one.at, one.record_id), reverse=True)
