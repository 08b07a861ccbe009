"""What speaks for a hit besides what it says? How far it is relied on, how old it is, when it was. Pure.

Each adjustment is small beside relevance: it decides between answers that are about as good.
"""

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from phantasm.contracts.clock import from_timestamp
from phantasm.retrieval import fading
from phantasm.retrieval.model import Unit
from phantasm.retrieval.times.reading import Times
from phantasm.retrieval.traits import COMMIT
from phantasm.session.usage import Uses
from phantasm.state.model import TRUST, Origin, Record

# Days after which something counts half as recent: what is decided holds for years, what is being done for
# weeks.
HALF_LIVES: dict[str, float] = {
    "identity": 3650.0,
    "constraint": 3650.0,
    "decision": 1460.0,
    "convention": 1460.0,
    "preference": 1460.0,
    "glossary": 3650.0,
    "person": 1460.0,
    "dependency": 365.0,
    "environment": 365.0,
    "procedure": 365.0,
    "fact": 730.0,
    "known_issue": 180.0,
    "goal": 90.0,
    "task": 30.0,
    "blocker": 30.0,
    "question": 60.0,
    "note": 180.0,
    "episode": 60.0,
}
_EVIDENCE_HALF_LIFE = 90.0
# In the unit of the score, in which a question whose every telling word is there has 1.
_RECENCY = 0.05
_RECENCY_ALONE = 0.4
"""Of evidence outside a session, such as commits: what belongs together was seen about the same time."""
_RECENCY_WORK, _WORK_HALF_LIFE = 1.5, 14.0
"""Of commits, where work is named and nothing asked; and days. Work goes on where it was left: after
a fortnight it is something else."""
_RECENCY_ASKED = 0.3
"""Where the question asks for what is recent or current."""
_TRUST = 0.08
_CONFIDENCE = 0.1
_DOUBT = {"doubtful": -0.15, "in_conflict": -0.1, "stale": -0.15}
_NEARER_SCOPE = 0.05
_USED = 0.15
"""What good use speaks for a record or an episode, at most; what only ever failed loses as much."""
OUTDATED = {"outdated": -0.5}
"""Of evidence on which only a record rests that was replaced since: behind what replaced it."""
_IMPORTANT = 0.1
"""Between an episode that matters and one that does not."""
_KINDRED = 0.45
"""Of program text whose words mean what those of the question mean. Fitted to cosqa; docs/retrieval.md has
what it is worth on functions of other packages."""
_KINDRED_BY_CHANCE, _SHORT_CHARACTERS = 0.09, 100
"""What a text of e times as many characters has in common with any question, and a text that has nothing by
chance: the longer, the more likely that some word is like another."""
_THEN = 0.4
"""Inside the time that the question names."""
_THEN_VAGUE = 0.15
SAID = ("words", "phrases", "likeness")
"""What a text itself says of a question."""
_MOST_TRUST = max(TRUST.values())


class Moment(NamedTuple):
    """When a question is asked, and what it says about time."""

    now: datetime
    times: Times
    work: bool = False
    """Whether work is named, and nothing asked."""


def of_unit(unit: Unit, moment: Moment) -> dict[str, float]:
    """Return what a unit's age, origin and time add to its score."""
    origin: Origin = unit.origin  # type: ignore[assignment]  # the index holds what the store checked
    return {
        "recency": age_of(unit, moment),
        "trust": _TRUST * (TRUST.get(origin, 0) / _MOST_TRUST - 1),
        "scope": 0.0 if unit.scope == "project" else _NEARER_SCOPE,
        "then": _then(unit.at, moment.times),
    }


def age_of(unit: Unit, moment: Moment) -> float:
    """Return what a unit's age takes from its score.

    What is old loses; what is new gains nothing by it, or fresh evidence would drown what is held true.
    """
    usual = half_life_of(unit.kind)
    half_life = _WORK_HALF_LIFE if moment.work and is_commit(unit) else usual
    return _recency_weight(unit, moment) * (recency(unit.at, moment.now, half_life) - 1)


def half_life_of(kind: str) -> float:
    """Return after how many days something of a kind counts half as recent."""
    return HALF_LIVES.get(kind, _EVIDENCE_HALF_LIFE)


def is_commit(unit: Unit) -> bool:
    """Tell whether a unit is part of a commit."""
    return unit.traits >= COMMIT


def of_kindred(share: float, characters: int) -> dict[str, float]:
    """Return what it adds to the score of program text that its words are like those of the question."""
    by_chance = _KINDRED_BY_CHANCE * math.log(max(characters, _SHORT_CHARACTERS) / _SHORT_CHARACTERS)
    return {"kindred": _KINDRED * (share - by_chance)}


def of_event(
    unit: Unit, told: Mapping[str, float], weights: Mapping[str, float], times: Times
) -> dict[str, float]:
    """Return what is taken from what tells of an event, where a question is about the time before it.

    The words that name the event say when and not what: what they brought is taken back, and what the other
    words brought is kept. Where no other word is known here, the event is all there is to find. `told` is
    what speaks for the unit, `weights` how much each word of the question tells.
    """
    about = [
        one.terms for one in times.happened if one.event.relation == "before" and unit.item_id in one.items
    ]
    names = frozenset().union(*about)
    if not about or (weights and weights.keys() <= names):
        return {}
    there = {*unit.title.split(), *unit.body.split()} & (weights.keys() | names)
    whole = sum(weights.get(word, 1.0) for word in there)
    when = sum(weights.get(word, 1.0) for word in there & names)
    brought = sum(max(0.0, told[name]) for name in SAID)
    return {"event": -brought * when / whole if whole else 0.0}


def of_record(record: Record, marks: Sequence[str]) -> dict[str, float]:
    """Return what a record's confidence and the doubts about it add to its score."""
    return {
        "confidence": _CONFIDENCE * (record.quality.confidence - 1),
        "doubt": sum(_DOUBT.get(mark, 0.0) for mark in marks),
    }


def of_use(uses: Uses) -> dict[str, float]:
    """Return what the use of a record or an episode adds to its score."""
    return {"use": _USED * fading.reinforcement(uses)}


def of_episode(importance: float | None) -> dict[str, float]:
    """Return what an episode's importance adds to its score."""
    return {"importance": _IMPORTANT * ((importance or 0.0) - 1)}


def recency(at: str, now: datetime, half_life_days: float) -> float:
    """Return how recent a moment is: 1 today, a half after a half-life, a quarter after two.

    Counted in whole days: the same question has the same answer all day.
    """
    age = (now.date() - from_timestamp(at).date()).days
    return float(0.5 ** (max(0, age) / half_life_days))


def _recency_weight(unit: Unit, moment: Moment) -> float:
    alone = unit.tier == "evidence" and unit.grouping in {None, unit.item_id}
    usual = _RECENCY_WORK if moment.work and is_commit(unit) else _RECENCY_ALONE if alone else _RECENCY
    match moment.times.intent:
        case "current" | "recent":
            return max(_RECENCY_ASKED, usual)
        case "historical":
            return 0.0
        case _:
            return usual


def _then(at: str, times: Times) -> float:
    within = [
        span
        for span in times.spans
        if (span.since is None or at >= span.since) and (span.until is None or at < span.until)
    ]
    if not within:
        return 0.0
    return _THEN if any(span.exact for span in within) else _THEN_VAGUE
