"""What has faded? Strength is certainty times use times decay by real days; below a bound it is archived.

    strength = certainty * (1 + ln(1 + uses)) * 0.5 ** (days / half-life)

Days count from when something was last said or used. Half-lives are those of the ranking. Only what was
learned from sessions fades, and only while nobody has decided about it.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from phantasm.contracts.clock import days_before, from_timestamp
from phantasm.evidence import supporting
from phantasm.learning.condensing import taken_back
from phantasm.learning.terms import Done
from phantasm.learning.unlearning import undecided
from phantasm.retrieval.adjusting import HALF_LIVES
from phantasm.session import aging, chronicle, usage
from phantasm.session.store import Kept
from phantasm.session.usage import EPISODE, NO_USES, Uses
from phantasm.state import learned, store, withdrawal
from phantasm.state.model import Record
from phantasm.storage.work import Work

FADED = 0.1
"""Strength below which something is archived: a sure word of the user (.7) after 2.8 half-lives."""
SUGGESTION_HALF_LIFE_DAYS = 60.0
"""Of what waits for a decision: nobody looked at it for two months, so half of its chance is gone."""
EPISODE_HALF_LIFE_DAYS = 90.0
"""Of an episode. Longer than in the ranking (60 days): what sinks there is still found, what is archived is
found only by who asks for the past."""
YOUNGEST_DAYS = 30
"""Nothing younger fades, however uncertain: a month is how long a project may lie still."""
PROTECTED_KINDS = frozenset({"identity", "constraint"})
"""What a project is and must never break does not fade with time."""
_EXAMPLES = 5
# Looked at beyond a step's share: whatever is used, or was taken back, stays at the old end.
_LOOKED_AT = 1_000


@dataclass(frozen=True, slots=True)
class Stays:
    """It is kept as it is."""

    why: str


@dataclass(frozen=True, slots=True)
class Fades:
    """It is archived."""

    strength: float


@dataclass(frozen=True, slots=True)
class Course:
    """How something fades while it is neither said nor used again."""

    certainty: float
    uses: int
    since: str
    """When it was last said or used."""
    half_life_days: float

    def strength_after(self, days: int) -> float:
        """Return what is left so many days after it was last said or used."""
        return strength(self.certainty, self.uses, days, self.half_life_days)

    def has_faded(self, days: int) -> bool:
        """Tell whether it is archived so many days after it was last said or used."""
        return days >= YOUNGEST_DAYS and self.strength_after(days) < FADED


def strength(certainty: float, uses: int, days: float, half_life_days: float) -> float:
    """Return how strong something still is; rounded, so that it compares the same everywhere."""
    reinforced = certainty * (1.0 + math.log1p(uses))
    return round(float(reinforced * 0.5 ** (max(days, 0.0) / half_life_days)), 6)


def course_of(record: Record, uses: Uses, *, last_at: str) -> Stays | Course:
    """Return how one learned record fades that nobody has decided about, or why it does not."""
    if record.kind in PROTECTED_KINDS:
        return Stays("its kind does not fade")
    if record.frozen or record.quality.verified_at:
        return Stays("somebody stands behind it")
    if record.kind == "decision" and record.origin == "user":
        return Stays("a person decided it")
    since = max(last_at, uses.last_at or "", record.valid_from)
    waits = record.state == "suggested"
    half_life = SUGGESTION_HALF_LIFE_DAYS if waits else HALF_LIVES.get(record.kind, EPISODE_HALF_LIFE_DAYS)
    return Course(record.quality.confidence, uses.count, since, half_life)


def decide(record: Record, uses: Uses, *, last_at: str, now: str) -> Stays | Fades:
    """Decide about one learned record that nobody has decided about."""
    course = course_of(record, uses, last_at=last_at)
    if isinstance(course, Stays):
        return course
    days = days_between(course.since, now)
    return Fades(course.strength_after(days)) if course.has_faded(days) else Stays("strong enough")


def decide_episode(kept: Kept, uses: Uses, *, now: str) -> Stays | Fades:
    """Decide about one condensed episode: a one-off that mattered little sinks first."""
    since = max(kept.last_at or kept.recorded_at, uses.last_at or "")
    course = Course(kept.importance or 0.0, uses.count, since, EPISODE_HALF_LIFE_DAYS)
    days = days_between(since, now)
    return Fades(course.strength_after(days)) if course.has_faded(days) else Stays("strong enough")


def candidates(work: Work) -> list[str]:
    """Return the records that have faded, oldest first."""
    before = days_before(work.now, YOUNGEST_DAYS)
    found = [*learned.older(work, "live", before), *learned.older(work, "suggested", before)]
    return [record.id for record in undecided(work, _faded(work, found))]


def apply(work: Work, record_ids: Sequence[str], limit: int, left_alone: Collection[str] = ()) -> Done:
    """Archive records and then episodes that have faded, as far as they still have."""
    found = [record for record in store.find(work, record_ids[:limit]).values() if record.state in _OPEN]
    faded = undecided(work, _faded(work, found))
    for record in faded:
        withdraw(work, record, "faded")
    episodes = faded_episodes(work, limit - len(faded) + 1, left_alone)
    batch = episodes[: limit - len(faded)]
    for kept in batch:
        chronicle.move(work, kept, "archived", change="archive")
    names = [record.id for record in faded] + [kept.session.id for kept in batch]
    counts = {"archived": len(faded), "episodes": len(batch)}
    more = len(record_ids) > limit or len(episodes) > len(batch)
    return Done({name: n for name, n in counts.items() if n}, more=more, examples=tuple(names[:_EXAMPLES]))


def withdraw(work: Work, record: Record, why: str) -> None:
    """Take a learned record out of use; what was only suggested never counted."""
    if record.state == "suggested":
        withdrawal.settle(work, [record.id], why)
        withdrawal.retract(work, record)
    else:
        withdrawal.archive(work, record)


def faded_episodes(work: Work, limit: int, left_alone: Collection[str] = ()) -> list[Kept]:
    """Return the oldest episodes that have faded."""
    # Nothing fades before the day on which what matters least does: the query leaves the young ones out.
    found: list[Kept] = []
    for most, days in _BANDS:
        found += aging.faint(work, days_before(work.now, days), at_most=most, limit=_LOOKED_AT)
    distinct = {kept.session.id: kept for kept in found}
    undone = taken_back(work, list(distinct)) | frozenset(left_alone)
    told = usage.uses_of(work, [EPISODE + name for name in distinct])
    faded = [
        kept
        for name, kept in distinct.items()
        if name not in undone
        and isinstance(decide_episode(kept, told.get(EPISODE + name, NO_USES), now=work.now), Fades)
    ]
    return sorted(faded, key=lambda kept: (kept.last_at or "", kept.session.id))[:limit]


def _faded(work: Work, records: Sequence[Record]) -> list[Record]:
    ids = [record.id for record in records]
    said = supporting.last_said(work, ids)
    used = usage.uses_of(work, [record.lineage for record in records])
    return [record for record in records if _has_faded(record, said, used, work.now)]


def _has_faded(record: Record, said: Mapping[str, str], used: Mapping[str, Uses], now: str) -> bool:
    uses = used.get(record.lineage, NO_USES)
    return isinstance(decide(record, uses, last_at=said.get(record.id, ""), now=now), Fades)


def days_between(since: str, now: str) -> int:
    """Return how many days lie between two moments, by their dates."""
    return (from_timestamp(now).date() - from_timestamp(since).date()).days


def _fades_after(certainty: float) -> int:
    """Return after how many days without use an episode of some importance has faded."""
    return max(YOUNGEST_DAYS, math.floor(EPISODE_HALF_LIFE_DAYS * math.log2(max(certainty, FADED) / FADED)))


_BANDS = tuple((step / 10, _fades_after((step - 1) / 10)) for step in range(1, 11))
"""How important at most, and how many days old at least: ten looks into an index in place of one scan."""
_OPEN = frozenset({"live", "suggested"})
