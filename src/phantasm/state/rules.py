"""What becomes of a claim that meets what is held? Pure: a claim and the held ones in, a verdict out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from phantasm.state.claims.comparing import compare
from phantasm.state.claims.meetings import Meeting
from phantasm.state.claims.readings import Reading
from phantasm.state.kinds import CATALOGUE
from phantasm.state.model import TRUST, UNTRUSTED_ORIGINS, Origin, State
from phantasm.state.verdicts import (
    Contradicts,
    Duplicate,
    NeedsReview,
    New,
    Refines,
    SubjectTaken,
    Supersedes,
    Verdict,
)

__all__ = [
    "Claim",
    "Contradicts",
    "Duplicate",
    "NeedsReview",
    "New",
    "OnConflict",
    "Policy",
    "Refines",
    "SubjectTaken",
    "Supersedes",
    "Verdict",
    "judge",
    "needs_person",
]

OnConflict = Literal["refuse", "supersede", "conflict"]

INTENTS = frozenset({"goal", "task", "blocker", "question", "procedure"})
"""Kinds that say what is wanted or done, not what is true: they meet only their own kind."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A newcomer (without id) or something held."""

    id: str | None
    kind: str
    subject_key: str | None
    scope: str
    scope_ref: str
    origin: Origin
    confidence: float
    valid_from: str
    valid_to: str | None
    digest: str
    reading: Reading
    state: State = "live"
    frozen: bool = False
    payload: dict[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Policy:
    """What the caller may do."""

    on_conflict: OnConflict = "refuse"
    may_supersede: bool = True
    is_person: bool = False
    suggest_only: bool = False


def judge(claim: Claim, existing: Sequence[Claim], policy: Policy) -> Verdict:
    """Decide what a claim is to what is held; the order of what is held makes no difference."""
    met = sorted((held for held in existing if _counts(held, policy) and _meets(claim, held)), key=_id)
    twin = next((held for held in met if held.digest == claim.digest and held.kind == claim.kind), None)
    if twin is not None:
        return Duplicate(_id(twin), ("same_digest",))
    keyed = next((held for held in met if _same_key(claim, held)), None)
    if keyed is not None:
        return _keyed(claim, keyed, policy)
    meetings = [(held, compare(claim.reading, held.reading)) for held in met if not _both_keyed(claim, held)]
    return _decide(claim, meetings, policy)


def needs_person(kind: str, origin: Origin) -> bool:
    """Tell whether a record would instruct agents on the word of an untrusted origin."""
    return origin in UNTRUSTED_ORIGINS and CATALOGUE[kind].instructs


def _counts(held: Claim, policy: Policy) -> bool:
    return held.id is not None and (
        held.state == "live" or (held.state == "suggested" and policy.suggest_only)
    )


def _meets(claim: Claim, held: Claim) -> bool:
    """Tell whether two claims speak of the same place at the same time."""
    if (claim.scope, claim.scope_ref) != (held.scope, held.scope_ref):
        return False
    if claim.kind != held.kind and (claim.kind in INTENTS or held.kind in INTENTS):
        return False
    return (held.valid_to is None or claim.valid_from < held.valid_to) and (
        claim.valid_to is None or held.valid_from < claim.valid_to
    )


def _same_key(claim: Claim, held: Claim) -> bool:
    return claim.subject_key is not None and claim.subject_key == held.subject_key and claim.kind == held.kind


def _both_keyed(claim: Claim, held: Claim) -> bool:
    """Tell whether the writers gave both a key: two keys are two subjects, whatever the words say."""
    return claim.subject_key is not None and held.subject_key is not None


def _keyed(claim: Claim, held: Claim, policy: Policy) -> Verdict:
    """Two statements under one explicit key: the writer's choice decides, as far as the writer may choose."""
    of = _id(held)
    if claim.payload == held.payload and compare(claim.reading, held.reading).relation == "same":
        return Duplicate(of, ("same_words",))
    taken = "subject_key"
    match policy.on_conflict:
        case "conflict":
            return Contradicts((of,), (taken,))
        case "supersede":
            hindrance = _hindrance(claim, held, policy)
            if hindrance == "frozen":
                return NeedsReview((of,), (taken, "frozen"))
            if hindrance in ("less_trusted", "less_confident", "may_not_supersede"):
                return Contradicts((of,), (taken, hindrance))
            return Supersedes((of,), (taken,))
        case _:
            return SubjectTaken(of, (taken,))


def _decide(claim: Claim, meetings: list[tuple[Claim, Meeting]], policy: Policy) -> Verdict:
    """What is said already comes first, then what stands against it, then what it says more about."""
    kin = [(held, meeting) for held, meeting in meetings if held.kind == claim.kind]
    for held, meeting in kin:
        if meeting.relation == "same" and claim.payload in (None, held.payload):
            return Duplicate(_id(held), (meeting.code,))
    against = [
        (held, meeting)
        for held, meeting in meetings
        if meeting.relation in ("replaces", "opposes") and held.state == "live"
    ]
    if against:
        return _oppose(claim, against, policy)
    for held, meeting in kin:
        if meeting.relation in ("same", "refines"):
            return Refines(_id(held), (meeting.code,))
    return New(("nothing_held",))


def _oppose(claim: Claim, against: list[tuple[Claim, Meeting]], policy: Policy) -> Verdict:
    """Replace what stands against a claim, all of it; where anything hinders that, both are kept."""
    of = tuple(_id(held) for held, _ in against)
    hindrances = [
        _hindrance(claim, held, policy) for held, meeting in against if meeting.relation == "replaces"
    ]
    told = [meeting.code for _, meeting in against] + [code for code in hindrances if code]
    reasons = tuple(dict.fromkeys(told))
    if any(held.frozen for held, _ in against) and not policy.is_person:
        return NeedsReview(of, reasons)
    if any(hindrances) or any(meeting.relation == "opposes" for _, meeting in against):
        return Contradicts(of, reasons)
    return Supersedes(of, reasons)


def _hindrance(claim: Claim, held: Claim, policy: Policy) -> str | None:
    """Return why a claim may not take the place of what is held by itself."""
    if held.frozen and not policy.is_person:
        return "frozen"
    if not policy.may_supersede:
        return "may_not_supersede"
    if TRUST[claim.origin] < TRUST[held.origin]:
        return "less_trusted"
    if claim.confidence < held.confidence:
        return "less_confident"
    if claim.valid_from < held.valid_from:
        return "older"
    return None


def _id(claim: Claim) -> str:
    return claim.id or ""
