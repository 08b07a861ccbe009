"""Does what was changed still agree with everything else? It is judged like a newcomer."""

from collections.abc import Collection

from phantasm.state import keeping, store
from phantasm.state.kinds import CATALOGUE
from phantasm.state.meeting import gather, newcomer
from phantasm.state.model import Draft, Record, draft_of
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview, Role
from phantasm.state.rules import (
    Contradicts,
    Duplicate,
    NeedsReview,
    Policy,
    SubjectTaken,
    Supersedes,
    Verdict,
    judge,
)
from phantasm.storage.work import Work

# Whoever changes one record has not decided about another: what contradicts it is marked, never replaced.
_MARK_ONLY = Policy(on_conflict="conflict", may_supersede=False, is_person=True)


def verdict_on(work: Work, draft: Draft, policy: Policy, *, apart_from: Collection[str]) -> Verdict:
    """Judge a draft against what is live, some records left out."""
    keeping.ensure_keys(work)
    met = gather(work, [draft])
    others = [claim for claim in met.existing(0) if claim.id not in apart_from and claim.state == "live"]
    return judge(newcomer(draft, met.digests[0], met.readings[0], now=work.now), others, policy)


def compare_again(work: Work, record: Record) -> None:
    """Mark what contradicts a live record, and what says the same, outside its own line."""
    own = [version.id for version in store.lineage(work, record)]
    match verdict_on(work, draft_of(record), _MARK_ONLY, apart_from=own):
        case Contradicts(of) | NeedsReview(of) | Supersedes(of) as verdict:
            mark(work, record, of, verdict.reasons)
        case SubjectTaken(one) as verdict:
            mark(work, record, (one,), verdict.reasons)
        case Duplicate(one):
            about = ":".join(sorted([record.id, one]))
            roles: tuple[tuple[str, Role], ...] = ((one, "held"), (record.id, "subject"))
            reviews.open_review(work, NewReview("duplicate", about, roles, ("near_duplicate",)))
        case _:
            pass


def mark(work: Work, record: Record, against: tuple[str, ...], reasons: tuple[str, ...]) -> None:
    """Open the conflict between a live record and others."""
    reviews.open_review(
        work,
        NewReview(
            kind="conflict",
            about=":".join(sorted([record.id, *against])),
            records=((record.id, "proposed"), *((name, "held") for name in against)),
            reasons=reasons,
            weighty=CATALOGUE[record.kind].instructs,
        ),
    )
