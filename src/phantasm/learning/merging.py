"""Which records certainly say the same, and which perhaps? The former become one, about the others we ask."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from phantasm.evidence import store as evidence
from phantasm.evidence import supporting
from phantasm.learning.terms import Done
from phantasm.learning.unlearning import undecided
from phantasm.state import store
from phantasm.state.decisions.merging import merge
from phantasm.state.findings import duplicates, recording
from phantasm.state.findings.duplicates import Likeness
from phantasm.state.model import Record
from phantasm.state.review.model import NewReview
from phantasm.storage.work import Work

DOUBTFUL_SIMILARITY = 85
"""From 0 to 100, as `state.findings.similarity` counts. Chosen by hand: a night asks about few pairs, which a
person can look at; `record_findings` asks about more."""
_CERTAIN = 100
_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Merge:
    """The others become one with the one that is kept."""

    kept: Record
    others: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A person decides."""

    finding: NewReview


def decide(finding: NewReview, records: Mapping[str, Record], free: frozenset[str]) -> Merge | Ask:
    """Decide about one group; `free` are the records that nobody has decided about."""
    kept = records[finding.preferred or finding.records[0][0]]
    others = tuple(records[name] for name, _ in finding.records if name != kept.id)
    certain = finding.similarity == _CERTAIN and all(
        other.id in free and _says_the_same(kept, other) for other in others
    )
    return Merge(kept, others) if certain else Ask(finding)


def _says_the_same(kept: Record, other: Record) -> bool:
    if kept.content is None or other.content is None:
        return False
    keys = {kept.subject_key, other.subject_key} - {None}
    same_payload = other.content.payload in (None, kept.content.payload)
    return same_payload and len(keys) < 2 and other.subject_key is None  # noqa: PLR2004  one subject at most


def candidates(work: Work) -> list[NewReview]:
    """Return the groups of live records that say nearly the same and about which nobody was asked."""

    def count_evidence(ids: Sequence[str]) -> Mapping[str, int]:
        return {name: len(behind) for name, behind in evidence.behind(work, ids).items()}

    found = duplicates.find(work, Likeness(DOUBTFUL_SIMILARITY), count_evidence)
    return list(recording.news(work, found).fresh)


def apply(work: Work, found: Sequence[NewReview], limit: int) -> Done:
    """Merge what is certain and ask about the rest, as far as it still holds."""
    counts = {"merged": 0, "asked": 0}
    examples: list[str] = []
    for finding in found[:limit]:
        records = store.find(work, [name for name, _ in finding.records])
        if len(records) < len(finding.records) or any(one.state != "live" for one in records.values()):
            continue
        free = frozenset(record.id for record in undecided(work, list(records.values())))
        match decide(finding, records, free):
            case Merge(kept, others):
                _merge(work, kept, others)
                counts["merged"] += len(others)
                examples += [f"{other.id} into {kept.id}" for other in others]
            case Ask():
                counts["asked"] += len(recording.record(work, recording.news(work, [finding]).fresh))
    done = {name: count for name, count in counts.items() if count}
    return Done(done, more=len(found) > limit, examples=tuple(examples[:_EXAMPLES]))


def _merge(work: Work, kept: Record, others: Sequence[Record]) -> None:
    for other, behind in evidence.behind(work, [other.id for other in others]).items():
        if other != kept.id:
            supporting.support(work, kept.id, behind)
    merge(work, kept, others)
