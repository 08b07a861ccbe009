"""Pruning: which turns of condensed episodes the storage bound takes, the oldest first; never a record."""

from dataclasses import dataclass

from phantasm.contracts.clock import days_before
from phantasm.contracts.envelope import NextStep
from phantasm.evidence import saying, supporting
from phantasm.learning import store as learning
from phantasm.session import aging
from phantasm.storage import entries, payloads
from phantasm.storage.work import Work

MEGABYTE = 1_000_000
UNDO_DAYS = 7
"""How long an episode is whole after it was condensed: so long a run can be taken back entirely."""
_FEWEST_SESSIONS = 5
"""Fewer at once are not worth a step of their own."""
RUN_DAYS = 90
"""How long runs are listed; the journal has what they changed for good."""
JOURNAL_DAYS = 40
"""How long the journal says what sessions went through: until their turns are gone, too. What an older run
did to episodes is restored from a backup."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How long things are kept, and how much room there is."""

    retention_days: int
    size_bytes: int
    learns: bool = True
    """Whether anything is learned from sessions: then their turns wait for it."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What went."""

    sessions: int = 0
    turns: int = 0
    evidence: int = 0
    evidence_kept: int = 0
    """Pieces that stay because a record rests on them."""
    more: bool = False


@dataclass(frozen=True, slots=True)
class Cutoff:
    """Of which episodes the turns may go."""

    ended_before: str
    condensed_before: str


def raise_bound(disk_bytes: int) -> NextStep:
    """Return how to give the store more room than it takes, for when nothing more may go."""
    megabytes = -(-disk_bytes // MEGABYTE)
    command = f"phantasm config set maintenance.size_bound_megabytes {megabytes + megabytes // 4}"
    return NextStep(message="Nothing more may go now: give the store more room.", command=command)


def may_take(work: Work, condensed_before: str) -> bool:
    """Tell whether a run would take turns of a store over its bound; it learns and condenses first."""
    return bool(
        aging.prunable(work, work.now, 1, condensed_by=work.head.seq, learns=False)
        or aging.older(work, "live", condensed_before, 1)
    )


def cutoff(bounds: Bounds, now: str, *, used_bytes: int) -> Cutoff:
    """Decide of which episodes the turns may go.

    Where the store needs more than its bound, whatever has been condensed may, the oldest first.
    """
    if used_bytes > bounds.size_bytes:
        return Cutoff(now, now)
    return Cutoff(days_before(now, bounds.retention_days), days_before(now, UNDO_DAYS))


def share_of(work: Work, limit: int, *, needed_bytes: int, bound_bytes: int) -> int:
    """Return how many sessions one step takes: over the bound about as many as it takes to get below it."""
    if needed_bytes <= bound_bytes:
        return limit
    share = (needed_bytes - bound_bytes) * aging.whole(work) // needed_bytes
    return min(limit, max(share, _FEWEST_SESSIONS))


def take_turns(work: Work, chosen: Cutoff, limit: int, *, learns: bool = True) -> Taken:
    """Let go of the turns and whole accounts of the oldest brief episodes."""
    condensed_by = entries.last_seq_at(work, chosen.condensed_before)
    found = aging.prunable(work, chosen.ended_before, limit + 1, condensed_by=condensed_by, learns=learns)
    batch = found[:limit]
    if not batch:
        return Taken()
    texts, places = aging.evidence_of(work, batch), supporting.payloads_of(work, batch)
    turns = aging.prune(work, batch)
    gone = saying.let_go(work, texts)
    payloads.prune(work, sorted(places - supporting.payloads_of(work, batch)))
    return Taken(len(batch), turns, len(gone), len(texts) - len(gone), more=len(found) > limit)


def forget_runs(work: Work) -> int:
    """Forget runs that nobody will ask about."""
    return learning.forget_runs(work, days_before(work.now, RUN_DAYS))
