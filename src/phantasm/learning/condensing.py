"""Which episodes are old enough to be told briefly, and how is that done?"""

from collections.abc import Collection, Sequence

from phantasm.contracts.clock import days_before
from phantasm.learning.terms import Done, Terms
from phantasm.session import aging, chronicle
from phantasm.session.episodes.briefs import condense
from phantasm.session.store import Kept
from phantasm.state.learned import BACKGROUND
from phantasm.storage import entries
from phantasm.storage.work import Work

_EXAMPLES = 5
# Looked at beyond a step's share: whatever somebody has taken back stays at the old end for good.
_LOOKED_AT = 1_000


def is_due(kept: Kept, undone: frozenset[str]) -> bool:
    """Tell whether an old episode may be told briefly: it is up to date, and nobody has taken that back."""
    return kept.is_formed and kept.session.id not in undone


def candidates(work: Work, terms: Terms, limit: int, left_alone: Collection[str] = ()) -> list[Kept]:
    """Return the oldest episodes that are due."""
    found = aging.older(work, "live", days_before(work.now, terms.condense_after_days), _LOOKED_AT)
    undone = taken_back(work, [kept.session.id for kept in found]) | frozenset(left_alone)
    return [kept for kept in found if is_due(kept, undone)][:limit]


def apply(work: Work, terms: Terms, limit: int, left_alone: Collection[str] = ()) -> Done:
    """Put brief accounts in the place of old whole ones."""
    due = candidates(work, terms, limit + 1, left_alone)
    batch = due[:limit]
    whole = chronicle.episodes(work, [kept.session.id for kept in batch])
    condensed = [kept for kept in batch if kept.session.id in whole]
    for kept in condensed:
        chronicle.condense(work, kept, condense(whole[kept.session.id]))
    names = tuple(kept.session.id for kept in condensed[:_EXAMPLES])
    return Done({"condensed": len(condensed)}, more=len(due) > limit, examples=names)


def taken_back(work: Work, session_ids: Sequence[str]) -> frozenset[str]:
    """Return of which of some sessions somebody has taken back what was done to them: that stands."""
    rows = entries.changes_to(work, session_ids)
    last = {row["object_id"]: row for row in rows if row["object_type"] == "session"}
    return frozenset(
        name for name, row in last.items() if row["change"] == "undo" and row["profile"] != BACKGROUND
    )
