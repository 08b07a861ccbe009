"""How is something taken back that was learned, so that it can be learned anew in the right order?

What is learned depends on what was known before it. Where a session turns up late, the later claims about the
same are taken back, what they had replaced holds again, and all of them are held once more in the order of
time. Nothing that anybody has decided about is touched.
"""

from collections.abc import Sequence

from phantasm.learning import store as learning
from phantasm.state import keeping, learned, links, store, withdrawal
from phantasm.state.model import Record
from phantasm.state.review import store as reviews
from phantasm.state.standing import Standing, retracted
from phantasm.storage.work import Work

UNLEARN = "unlearn"
"""What the journal calls it; whatever ended otherwise is not learned again."""
_AGAIN = "learned anew"


def unlearn(work: Work, record: Record) -> None:
    """Take back one learned record; what it had replaced holds again."""
    keeping.move(work, record, retracted(record), change=UNLEARN)
    withdrawal.settle(work, [record.id], _AGAIN)
    made = [
        link
        for link in [*links.outgoing(work, [record.lineage]), *links.incoming(work, [record.lineage])]
        if link.seq == record.seq and link.closed_at is None
    ]
    replaced = [link.target for link in made if link.type == "supersedes" and link.source == record.lineage]
    for link in made:
        links.close(work, link)
    for former in _former(work, record, replaced):
        withdrawal.restore(work, former)


def _former(work: Work, record: Record, lineages: Sequence[str]) -> list[Record]:
    """Return what a record had taken the place of, as far as nothing else has."""
    former = list(store.find(work, [record.supersedes] if record.supersedes else []).values())
    former += store.newest_versions(work, lineages).values()
    held = store.live_lineages(work, [one.lineage for one in former])
    return [one for one in former if one.state == "superseded" and one.lineage not in held]


def undecided(work: Work, records: Sequence[Record]) -> list[Record]:
    """Return which records were only learned: nobody has decided about them and nothing rests on them."""
    found = [record for record in records if record.quality.source_type == learned.SESSION]
    known = learning.derived_among(work, [record.id for record in found])
    apart = learned.decided(work, list(known))
    relied = learned.relied_upon(work, [record.lineage for record in found])
    return [
        record
        for record in found
        if record.id in known
        and record.id not in apart
        and record.lineage not in relied
        and not record.frozen
    ]


def ended_otherwise(work: Work, records: Sequence[Record]) -> list[Record]:
    """Return which closed records did not end by being taken back here: these are not learned again."""
    closed = [record for record in records if record.state not in {"live", "suggested"}]
    last = learned.last_changes(work, [record.id for record in closed])
    return [record for record in closed if not _ours(*last.get(record.id, ("", "")))]


def demote(work: Work, record: Record) -> None:
    """Let a record wait for a decision again: what made it count is gone."""
    keeping.move(work, record, Standing("suggested"), change=UNLEARN)
    for review in reviews.all_about(work, [record.id], "suggestion"):
        if review.about == record.id and review.state == "resolved":
            reviews.reopen(work, review)
            return


def _ours(change: str, profile: str) -> bool:
    return profile == learned.BACKGROUND and change in {UNLEARN, "undo"}
