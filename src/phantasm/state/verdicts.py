"""What may become of a claim, and why? The verdicts of the judge and the closed list of their reasons."""

from dataclasses import dataclass

REASONS: dict[str, str] = {
    "nothing_held": "nothing held is about the same",
    "same_digest": "the same words are held already",
    "same_words": "the same is held in other spelling",
    "same_value": "the same value is held already: {old}",
    "more_precise": "it says the same and more: {old} is now {new}",
    "single_value": "there can be one value: {old} is held, {new} is claimed",
    "named_as_replaced": "it says itself that {old} has ceased to hold",
    "update_cue": "it says that something changed: {old} was held, {new} is claimed",
    "suspected": "it speaks of the same and of a change, in words that no rule can settle: {old} is held",
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


def reason(code: str, *, old: str = "", new: str = "") -> Reason:
    """Return a reason by its code, with the two values as they are written."""
    return Reason(code, REASONS[code].format(old=repr(old), new=repr(new)))


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


def ids_of(verdict: Verdict) -> tuple[str, ...]:
    """Return the records that a verdict is about."""
    match verdict:
        case New():
            return ()
        case Duplicate(one) | Refines(one) | SubjectTaken(one):
            return (one,)
        case Supersedes(many) | Contradicts(many) | NeedsReview(many):
            return many
