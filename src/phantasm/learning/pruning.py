"""What does the storage bound take? Turns of brief episodes, the oldest first; never a record."""

from dataclasses import dataclass

from phantasm.contracts.clock import days_before, from_timestamp
from phantasm.evidence import saying, supporting
from phantasm.learning import store as learning
from phantasm.session import aging
from phantasm.storage import entries, payloads
from phantasm.storage.work import Work

UNDO_DAYS = 7
"""How long an episode is whole after it was condensed: so long a run can be taken back entirely."""
RUN_DAYS = 90
"""How long runs are listed; the journal has what they changed for good."""
JOURNAL_DAYS = 40
"""How long the journal says what sessions went through: until their turns are gone, too. What an older run
did to episodes is restored from a backup."""


TIDY_EVERY_DAYS = 7
"""How often the lexical index is joined to one piece: a week's removals are a few per cent of it."""


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


def cutoff(bounds: Bounds, now: str, *, used_bytes: int) -> Cutoff:
    """Decide of which episodes the turns may go.

    While the store is over its bound, whatever has been condensed may, the oldest first.
    """
    if used_bytes > bounds.size_bytes:
        return Cutoff(now, now)
    return Cutoff(days_before(now, bounds.retention_days), days_before(now, UNDO_DAYS))


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


def is_day_to_tidy(work: Work) -> bool:
    """Tell whether the lexical index is to be joined now: once a week, with the day's first run."""
    today = from_timestamp(work.now).date()
    begun = [run for run in learning.newest(work, 2) if from_timestamp(run.started_at).date() == today]
    return today.toordinal() % TIDY_EVERY_DAYS == 0 and len(begun) <= 1
