"""What got past this failure before? Nothing rather than a wrong guess. Pure.

Whether a past failure is the one that happens now is `likeness`'s question. Here the ways past it are put in
order: how alike, how its session went, how long ago, how many took it; and each says why it is told.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from math import log2

from phantasm.learning.likeness import Failing, Likeness, Rarity, like, names_something, programs_of
from phantasm.learning.procedures.model import Candidate
from phantasm.learning.procedures.normalise import form_of
from phantasm.learning.procedures.traces import words_of
from phantasm.session.episodes.commands import same_key
from phantasm.session.episodes.model import Episode, Overcome
from phantasm.session.model import Outcome

LEAST_ERROR_SHARE = 0.5
"""The share of a known failure's words that the new one must have."""
FILE_SCORE = 0.5
"""What a file of the trigger adds: less than the words of a request, which say what is wanted."""
DIGITS = 4


@dataclass(frozen=True, slots=True)
class Match:
    """A procedure that fits."""

    id: str
    score: float
    because: tuple[str, ...]


def matching(
    procedures: Mapping[str, Candidate],
    *,
    goal: str = "",
    files: Collection[str] = (),
    failing: str = "",
    error: Collection[str] = (),
) -> list[Match]:
    """Return the procedures whose trigger fits, best first; none where nothing of it does."""
    asked = dict(words_of(goal))
    form = form_of(failing) if failing else None
    spread = Counter(word for one in procedures.values() for word in _words(one))
    found = []
    for name, candidate in procedures.items():
        because: list[str] = []
        score = 0.0
        trigger = {stemmed for word in candidate.trigger.words for stemmed, _ in words_of(word)}
        if trigger & asked.keys():
            said = sorted(_words(candidate) & asked.keys())
            # A word that every procedure has tells nothing; one that only this has tells most.
            score += sum(log2(1 + len(procedures) / spread[word]) for word in said)
            because.append(f"asked for: {', '.join(asked[word] for word in said)}")
        touched = sorted(set(candidate.trigger.files) & set(files))
        if touched:
            score += FILE_SCORE * len(touched)
            because.append(f"about: {', '.join(touched)}")
        if form and form == candidate.trigger.failing:
            known = set(candidate.trigger.error)
            share = len(known & set(error)) / len(known) if known else 0.0
            if share >= LEAST_ERROR_SHARE:
                score += 1 + share
                because.append(f"fails like this: {form}")
        if because:
            found.append(Match(name, round(score, DIGITS), tuple(because)))
    return sorted(found, key=lambda match: (-match.score, match.id))


def _words(candidate: Candidate) -> set[str]:
    return {stemmed for text in (*candidate.trigger.words, candidate.title) for stemmed, _ in words_of(text)}


LEAST_WORDS = 2
"""Words of a trigger and a title that a task has to say: one alone (`test`, `fix`) stands in every second."""


def called_for(
    procedures: Mapping[str, Candidate],
    *,
    task: str = "",
    files: Collection[str] = (),
    failing: Failing | None = None,
    limit: int,
) -> list[Match]:
    """Return the procedures that fit, the best first."""
    found = matching(
        procedures,
        goal=task,
        files=files,
        failing=failing.command if failing else "",
        error=failing.words if failing else (),
    )
    asked = {stemmed for stemmed, _ in words_of(task)}
    return [match for match in found if _says_enough(procedures[match.id], match, asked)][:limit]


def _says_enough(candidate: Candidate, match: Match, asked: Collection[str]) -> bool:
    """Tell whether more than one common word speaks for a procedure."""
    trigger = {stemmed for word in candidate.trigger.words for stemmed, _ in words_of(word)}
    said = trigger.intersection(asked)
    # What speaks for it besides words: a file, or the very failure.
    by_more = len(match.because) > (1 if said else 0)
    # The words of a trigger are ways to ask for one thing: one of them, with a word of the title, is enough.
    about = trigger | {stemmed for stemmed, _ in words_of(candidate.title)}
    return by_more or (bool(said) and len(about.intersection(asked)) >= min(LEAST_WORDS, len(trigger)))


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
