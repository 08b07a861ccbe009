"""What may become of a claim? The verdicts of the judge; their reasons are codes of `state.reasons`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class New:
    """Nothing held stands against it."""

    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Duplicate:
    """The same is held already."""

    of: str
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refines:
    """It says the same as what is held, and more."""

    of: str
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Supersedes:
    """It takes the place of what is held."""

    of: tuple[str, ...]
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contradicts:
    """Both cannot hold, and nothing decides between them."""

    of: tuple[str, ...]
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NeedsReview:
    """It would replace what only a person may replace."""

    of: tuple[str, ...]
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SubjectTaken:
    """Another statement is held under the same key, and the writer did not say what to do about it."""

    of: str
    reasons: tuple[str, ...] = ()


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
