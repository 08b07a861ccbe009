"""How do duplicates become one? The canonical record stays and takes over the links and open questions."""

from collections.abc import Sequence

from phantasm.state import cascade, links
from phantasm.state.decisions import admission, items
from phantasm.state.model import Record
from phantasm.state.review import store as reviews
from phantasm.state.review.model import PRIORITIES, NewReview, Review
from phantasm.storage.work import Work


def merge(work: Work, winner: Record, others: Sequence[Record]) -> None:
    """Let one record stand for all of them; nothing becomes doubtful, since it says the same."""
    for record in (winner, *others):
        if record.state != "live":
            raise items.stale(f"{record.id} is {record.state}, not live")
        if (record.scope, record.scope_ref) != (winner.scope, winner.scope_ref):
            raise items.refuse(f"{record.id} holds in another scope than {winner.id}", "params.ids")
    for record in others:
        _take_over_links(work, winner, record)
        inherited = _conflicts(work, winner, record)
        admission.replace_by(work, record, winner)
        for new in inherited:
            reviews.open_review(work, new)
    cascade.reconsider(work, winner.id)  # it rests on what they rested on


def _take_over_links(work: Work, winner: Record, record: Record) -> None:
    own = winner.lineage
    for link in links.outgoing(work, [record.lineage]):
        if link.closed_at is not None or link.type == "supersedes" or link.target == own:
            continue
        if link.reference is not None:
            links.add_reference(work, own, link.reference, link.seen)
        elif not link.target.startswith(links.OUTSIDE):
            links.add(work, link.type, own, link.target)
    for link in links.incoming(work, [record.lineage]):
        if link.closed_at is None and link.type != "supersedes" and link.source != own:
            links.add(work, link.type, link.source, own)


def _conflicts(work: Work, winner: Record, record: Record) -> list[NewReview]:
    """Return the contradictions of a record, which are those of the one that stands for it."""
    asked = reviews.waiting_about(work, [record.id], ("proposed", "held"))
    return [
        _about(review, record, winner)
        for review in asked
        if review.kind == "conflict" and winner.id not in review.ids("proposed", "held")
    ]


def _about(review: Review, record: Record, winner: Record) -> NewReview:
    records = tuple((winner.id if name == record.id else name, role) for name, role in review.records)
    return NewReview(
        kind="conflict",
        about=":".join(sorted({name for name, _ in records})),
        records=records,
        reasons=review.reasons,
        weighty=review.priority > PRIORITIES["conflict"],
    )
