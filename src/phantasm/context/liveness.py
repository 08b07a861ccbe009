"""Does something count on a day, and what has to be said about it? Pure."""

from phantasm.context.days import day_of
from phantasm.context.model import Candidate, Left, Standing
from phantasm.state.model import UNTRUSTED_ORIGINS

# Below it a statement is more likely a guess than not.
_UNSURE = 0.5
TOLD = frozenset({"moved", "changed", "gone"})
"""The conditions of a record that whoever is handed it must know."""
_MARKS = {
    "doubtful": "doubtful: something it rests on changed",
    "stale": "stale: to be checked",
}


def left_out(candidate: Candidate, today: str, as_of: str | None) -> Left | None:
    """Return why a record does not count on a day, or None when it does."""
    if not candidate.is_record or as_of is not None:  # whoever asks for the past has it judged by the store
        return None
    standing = candidate.standing
    if standing.withheld:
        return Left(candidate, "gone", standing.fresh)
    if standing.expires_at and standing.expires_at[: len(today)] < today:
        never = ", and nobody had verified it" if standing.condition == "unverified" else ""
        return Left(candidate, "stale", f"it expired on {day_of(standing.expires_at)}{never}")
    if standing.valid_from[: len(today)] > today:
        return Left(candidate, "not_valid", f"it is true only from {day_of(standing.valid_from)} on")
    if standing.state == "live" and standing.valid_to and standing.valid_to[: len(today)] < today:
        return Left(candidate, "not_valid", f"it was true until {day_of(standing.valid_to)}")
    return None


def labels_of(candidate: Candidate, today: str, *, stable: bool = False) -> tuple[str, ...]:
    """Return what a reader has to know about a line.

    What holds for every task is to stay the same byte for byte: only what is wrong with it is said there.
    """
    if not candidate.is_record:
        return () if candidate.trusted else (candidate.origin.replace("_", " "),)
    standing = candidate.standing
    told = {*standing.marks} - ({"stale"} if standing.condition in TOLD else set())
    found = [_MARKS[mark] for mark in standing.marks if mark in told and mark in _MARKS]
    if standing.condition in TOLD or (standing.condition == "unchanged" and not stable):
        found.append(standing.fresh)
    if "in_conflict" in standing.marks:
        found.append(f"disputed by {', '.join(standing.disputed_by)}" if standing.disputed_by else "disputed")
    if standing.state == "suggested":
        found.append("only suggested")
    if standing.state in {"superseded", "archived"} and standing.valid_to:
        found.append(f"withdrawn {day_of(standing.valid_to)}")
    elif standing.valid_to:
        found.append(f"until {day_of(standing.valid_to)}")
    if "stale" not in standing.marks and _is_due(standing, today):
        found.append(f"to be checked since {day_of(standing.revalidate_at or '')}")
    if standing.confidence < _UNSURE:
        found.append("unsure")
    if not candidate.trusted and standing.state != "suggested":
        known = candidate.origin not in UNTRUSTED_ORIGINS
        found.append("not approved by a person" if known else candidate.origin.replace("_", " "))
    return tuple(found)


def freshness(candidate: Candidate) -> str:
    """Say when something was last known to be so."""
    standing = candidate.standing
    if not candidate.is_record:
        return f"seen {day_of(candidate.at)}"
    if standing.fresh and standing.condition != "unverified":
        return standing.fresh
    if standing.verified_at:
        return f"verified {day_of(standing.verified_at)}"
    return f"recorded {day_of(standing.recorded_at or candidate.at)}, never verified"


def _is_due(standing: Standing, today: str) -> bool:
    return bool(standing.revalidate_at and standing.revalidate_at[: len(today)] <= today)
