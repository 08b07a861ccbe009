"""What becomes of a claim that meets what is held? Pure: a claim and the held ones in, a verdict out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from phantasm.state.claims.comparing import Meeting, compare
from phantasm.state.claims import Reading
from phantasm.state.kinds import CATALOGUE
from phantasm.state.model import TRUST, UNTRUSTED_ORIGINS, Origin, State

OnConflict = Literal["refuse", "supersede", "conflict"]

INTENTS = frozenset({"goal", "task", "blocker", "question", "procedure"})
"""Kinds that say what is wanted or done, not what is true: they meet only their own kind."""

REASONS: dict[str, str] = {
    "nothing_held": "nothing held is about the same",
    "same_digest": "the same words are held already",
    "same_words": "the same is held in other spelling",
    "same_value": "the same value is held already: {old}",
    "more_precise": "it says the same and more: {old} is now {new}",
    "single_value": "there can be one value: {old} is held, {new} is claimed",
    "named_as_replaced": "it says itself that {old} has ceased to hold",
    "update_cue": "it says that something changed: {old} was held, {new} is claimed",
    "exclusive": "one of the two says that nothing else holds: {old} and {new}",
    "alternatives": "{old} and {new} exclude one another",
    "opposite": "one says what the other denies",
    "subject_key": "another statement is held under the same subject key",
    "less_trusted": "its origin is trusted less than that of what is held",
    "less_confident": "it is less certain than what is held",
    "older": "it is valid from an earlier time than what is held",
    "may_not_supersede": "the caller's profile may not replace records of this kind",
    "frozen": "what is held is frozen: only a person may replace it",
}
"""Every reason a verdict may carry, by its code."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a verdict is what it is."""

    code: str
    text: str


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


@dataclass(frozen=True, slots=True)
class New:
    """Nothing held stands against it."""

    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The same is held already."""

    of: str
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Refines:
    """It says the same as what is held, and more."""

    of: str
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Supersedes:
    """It takes the place of what is held."""

    of: tuple[str, ...]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Contradicts:
    """Both cannot hold, and nothing decides between them."""

    of: tuple[str, ...]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class NeedsReview:
    """It would replace what only a person may replace."""

    of: tuple[str, ...]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class SubjectTaken:
    """Another statement is held under the same key, and the writer did not say what to do about it."""

    of: str
    reasons: tuple[Reason, ...] = ()


Verdict = New | Duplicate | Refines | Supersedes | Contradicts | NeedsReview | SubjectTaken


def judge(claim: Claim, existing: Sequence[Claim], policy: Policy) -> Verdict:
    """Decide what a claim is to what is held; the order of what is held makes no difference."""
    met = sorted((held for held in existing if _counts(held, policy) and _meets(claim, held)), key=_id)
    twin = next((held for held in met if held.digest == claim.digest and held.kind == claim.kind), None)
    if twin is not None:
        return Duplicate(_id(twin), (_reason("same_digest"),))
    keyed = next((held for held in met if _same_key(claim, held)), None)
    if keyed is not None:
        return _keyed(claim, keyed, policy)
    meetings = [
        (held, compare(claim.reading, held.reading))
        for held in met
        if held.state == "live" or policy.suggest_only
    ]
    return _decide(claim, meetings, policy)


def needs_person(kind: str, origin: Origin) -> bool:
    """Tell whether a record would instruct agents on the word of an untrusted origin."""
    return (origin in UNTRUSTED_ORIGINS or origin == "import") and CATALOGUE[kind].instructs


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


def _keyed(claim: Claim, held: Claim, policy: Policy) -> Verdict:
    """Two statements under one explicit key: the writer's choice decides, as far as the writer may choose."""
    of = _id(held)
    if claim.payload == held.payload and compare(claim.reading, held.reading).relation == "same":
        return Duplicate(of, (_reason("same_words"),))
    reason = _reason("subject_key")
    match policy.on_conflict:
        case "conflict":
            return Contradicts((of,), (reason,))
        case "supersede":
            hindrance = _hindrance(claim, held, policy)
            if hindrance == "frozen":
                return NeedsReview((of,), (reason, _reason("frozen")))
            if hindrance in ("less_trusted", "less_confident", "may_not_supersede"):
                return Contradicts((of,), (reason, _reason(hindrance)))
            return Supersedes((of,), (reason,))
        case _:
            return SubjectTaken(of, (reason,))


def _decide(claim: Claim, meetings: list[tuple[Claim, Meeting]], policy: Policy) -> Verdict:
    for relation, verdict in (("same", Duplicate), ("refines", Refines)):
        if relation == "refines" and any(
            meeting.relation in ("replaces", "opposes") for _, meeting in meetings
        ):
            continue
        for held, meeting in meetings:
            if meeting.relation == relation and held.kind == claim.kind:
                return verdict(_id(held), (_said(meeting),))
    against = [(held, meeting) for held, meeting in meetings if meeting.relation in ("replaces", "opposes")]
    if not against:
        return New((_reason("nothing_held"),))
    of = tuple(_id(held) for held, _ in against)
    reasons = [_said(meeting) for _, meeting in against]
    hindrances = [
        _hindrance(claim, held, policy) for held, meeting in against if meeting.relation == "replaces"
    ]
    hindered = [_reason(code) for code in dict.fromkeys(hindrances) if code]
    told = tuple(dict.fromkeys([*reasons, *hindered]))
    if any(held.frozen for held, _ in against) and not policy.is_person:
        return NeedsReview(of, told)
    if any(hindrances) or any(meeting.relation == "opposes" for _, meeting in against):
        return Contradicts(of, told)
    return Supersedes(of, told)


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


def _reason(code: str, *, old: str = "", new: str = "") -> Reason:
    return Reason(code, REASONS[code].format(old=repr(old), new=repr(new)))


def _said(meeting: Meeting) -> Reason:
    return _reason(meeting.code, old=meeting.old, new=meeting.new)
