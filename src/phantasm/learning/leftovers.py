"""Which suggestions have been settled by what happened since? What is held says it, or the opposite."""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.learning.fading import withdraw
from phantasm.learning.terms import Done
from phantasm.learning.unlearning import undecided
from phantasm.state import learned, store
from phantasm.state.meeting import gather, newcomer
from phantasm.state.model import TRUST, Record, draft_of
from phantasm.state.review import store as reviews
from phantasm.state.rules import Contradicts, Duplicate, NeedsReview, Policy, Supersedes, Verdict, judge
from phantasm.state.verdicts import ids_of
from phantasm.storage.work import Work

_LOOK_ONLY = Policy(on_conflict="conflict", may_supersede=False)
_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Settled:
    """It goes, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class Open:
    """It still waits for a decision."""


def decide(record: Record, verdict: Verdict, against: Sequence[Record], *, is_asked: bool) -> Settled | Open:
    """Decide about one suggestion."""
    if isinstance(verdict, Duplicate):
        return Settled("said already")
    if isinstance(verdict, Contradicts | Supersedes | NeedsReview) and any(
        _outweighs(held, record) for held in against
    ):
        return Settled("contradicted by what is held")
    return Open() if is_asked else Settled("nobody is asked about it any more")


def _outweighs(held: Record, record: Record) -> bool:
    """Tell whether what is held came later and its word counts for as much."""
    return held.valid_from > record.valid_from and TRUST[held.origin] >= TRUST[record.origin]


def candidates(work: Work) -> list[str]:
    """Return the suggestions that are settled, oldest first."""
    found = undecided(work, learned.older(work, "suggested", work.now))
    return [record.id for record in found if isinstance(_judged(work, record), Settled)]


def apply(work: Work, record_ids: Sequence[str], limit: int) -> Done:
    """Archive suggestions that are settled, as far as they still are."""
    found = [one for one in store.find(work, record_ids[:limit]).values() if one.state == "suggested"]
    examples: list[str] = []
    for record in undecided(work, found):
        match _judged(work, record):
            case Settled(why):
                withdraw(work, record, why)
                examples.append(f"{record.id}: {why}")
            case _:
                continue
    done = {"archived": len(examples)} if examples else {}
    return Done(done, more=len(record_ids) > limit, examples=tuple(examples[:_EXAMPLES]))


def _judged(work: Work, record: Record) -> Settled | Open:
    # Not `verdict_on`, which may derive keys anew: a plan looks without writing.
    draft = draft_of(record)
    met = gather(work, [draft])
    live = [claim for claim in met.existing(0) if claim.id != record.id and claim.state == "live"]
    verdict = judge(newcomer(draft, met.digests[0], met.readings[0], now=work.now), live, _LOOK_ONLY)
    against = list(store.find(work, ids_of(verdict)).values())
    is_asked = bool(reviews.waiting_about(work, [record.id], ("proposed", "subject", "held")))
    return decide(record, verdict, against, is_asked=is_asked)
