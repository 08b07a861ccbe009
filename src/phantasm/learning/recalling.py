"""What got past this failure before? Nothing rather than a wrong guess. Pure.

Whether a past failure is the one that happens now is `likeness`'s question. Here the ways past it are put in
order: how alike, how its session went, how long ago, how many took it; and each says why it is told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from phantasm.learning.likeness import Failing, Likeness, Rarity, like, names_something, programs_of
from phantasm.session.episodes.commands import same_key
from phantasm.session.episodes.model import Episode, Overcome
from phantasm.session.model import Outcome

HALF_LIFE_DAYS = 180.0
"""After so long a way counts for less by half of RECENCY_PART: tools change within a year or two."""

RECENCY_PART = 0.2
"""How much age can take away: an old way that fits is better than a new one that does not."""

WENT: Mapping[Outcome, float] = {
    "success": 1.0,
    "partial": 0.9,
    "unknown": 0.85,
    "abandoned": 0.6,
    "failure": 0.6,
}
"""What a way counts by how its session ended: the command did succeed then, the work perhaps not."""

REPEATS_PART = 0.05
"""What each further session that took the same way adds, up to MOST_REPEATS of them."""

MOST_REPEATS = 4

FEW, LEAST_AGREEMENT = 5, 0.2
"""Where more than a few sessions got past something, some step has to be common to this share of them. What
everybody gets past in another way is not one failure, whatever its words say."""

_DIGITS = 4
_MOST_NAMED = 4
_DAY_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class Recalled:
    """A way that got past such a failure."""

    session: str
    overcome: Overcome
    likeness: Likeness
    outcome: Outcome
    at: str | None
    sessions: tuple[str, ...]
    """Everybody who took this way, the best first."""
    score: float


def ways_past(
    failing: Failing, episodes: Sequence[Episode], rarity: Rarity, *, now: str, limit: int
) -> list[Recalled]:
    """Return the ways that got past such a failure, the best first; none where none is like it."""
    found: list[Recalled] = []
    for episode in episodes:
        at = episode.ended_at or episode.started_at
        for one in episode.overcome:
            likeness = like(failing, one, rarity) if one.way else None
            if likeness is not None:
                score = likeness.score * WENT[episode.outcome] * _recency(at, now)
                found.append(
                    Recalled(
                        episode.session,
                        one,
                        likeness,
                        episode.outcome,
                        at,
                        (episode.session,),
                        round(score, _DIGITS),
                    )
                )
    return _together(found)[:limit] if _agree(found) else []


def searched_words(failing: Failing, counts: Mapping[str, int], *, most: int) -> list[str]:
    """Return the words to look for past failures by: those that name something, the rarest first."""
    programs = programs_of(failing.command)
    known = [word for word in failing.words if counts.get(word) and names_something(word, programs)]
    return sorted(known, key=lambda word: (counts[word], word))[:most]


def reasons_of(found: Recalled, now: str) -> list[str]:
    """Say why a way is told, in a few words each."""
    commands = {
        "same": "the same command failed",
        "alike": "the same program failed",
        "other": "another command failed with the same words",
    }
    named = ", ".join(found.likeness.names[:_MOST_NAMED])
    said = [commands[found.likeness.command], f"both errors name {named}"]
    if len(found.sessions) > 1:
        said.append(f"{len(found.sessions)} sessions got past it this way")
    age = _days(found.at, now)
    if age is not None:
        said.append("today" if age < 1 else f"{int(age)} day{'' if int(age) == 1 else 's'} ago")
    return said


def _agree(found: Sequence[Recalled]) -> bool:
    """Tell whether sessions that met the same words did anything in common about it."""
    steps: dict[str, set[str]] = {}
    for one in found:
        for step in one.overcome.way:
            steps.setdefault(same_key(step), set()).add(one.session)
    sessions = {one.session for one in found}
    most = max((len(takers) for takers in steps.values()), default=0)
    return len(sessions) <= FEW or most >= LEAST_AGREEMENT * len(sessions)


def _together(found: Sequence[Recalled]) -> list[Recalled]:
    """Return each way once, with everybody who took it, the best first."""
    ways: dict[tuple[str, ...], list[Recalled]] = {}
    for one in sorted(found, key=lambda one: (-one.score, _backwards(one.at), one.session)):
        ways.setdefault(tuple(same_key(step) for step in one.overcome.way), []).append(one)
    joined: list[Recalled] = []
    for best, *others in ways.values():
        sessions = tuple(dict.fromkeys([best.session, *(one.session for one in others)]))
        more = 1 + REPEATS_PART * min(len(sessions) - 1, MOST_REPEATS)
        score = round(min(1.0, best.score * more), _DIGITS)
        joined.append(replace(best, sessions=sessions, score=score))
    return sorted(joined, key=lambda one: (-one.score, _backwards(one.at), one.session))


def _backwards(at: str | None) -> float:
    """Return a number that sorts newer moments first."""
    return -_moment(at).timestamp() if at else 0.0


def _moment(at: str) -> datetime:
    moment = datetime.fromisoformat(at)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _recency(at: str | None, now: str) -> float:
    age = _days(at, now)
    fresh = 0.5 ** (age / HALF_LIFE_DAYS) if age is not None else 0.0
    return 1 - RECENCY_PART + RECENCY_PART * fresh


def _days(at: str | None, now: str) -> float | None:
    return max(0.0, (_moment(now) - _moment(at)).total_seconds() / _DAY_SECONDS) if at else None
