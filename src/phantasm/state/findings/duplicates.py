"""Which live records say nearly the same? Groups around the one to keep, found without comparing all pairs.

Statements with the very same words are one class. A class meets only the classes with which it shares one of
its rarest words, so no class is compared with more than `RAREST_WORDS * MOST_PER_WORD` others, however large
the store is. What shares nothing but words that more classes have is not found.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from phantasm.state import keeping, listing, store
from phantasm.state.claims.comparing import compare
from phantasm.state.claims.readings import Reading
from phantasm.state.filters import Filter
from phantasm.state.findings.similarity import denies, figures, most_similarity, similarity, words_of
from phantasm.state.model import Content, Record
from phantasm.state.review.model import NewReview
from phantasm.state.timeline import NOW
from phantasm.state.views import readable
from phantasm.storage.work import Work

# Statements that are alike share several rare words: of eight of each, at least one is nearly always common.
RAREST_WORDS = 8
# A word that more classes have tells nothing apart; 8 * 64 comparisons take about a millisecond.
MOST_PER_WORD = 64
# A person looks at a group as a whole; whatever is left over is found again once these are merged.
MOST_IN_GROUP = 50

_Near = dict[int, dict[int, int]]
"""How alike classes are, by their numbers; a class of several records is alike to itself."""
EvidenceCounts = Callable[[Sequence[str]], Mapping[str, int]]
"""Tells how many pieces of evidence some records rest on."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """What counts as nearly the same."""

    min_similarity: int
    cross_kind: bool = False


@dataclass(frozen=True, slots=True)
class _Class:
    """The records of one place and kind that consist of the very same words."""

    place: tuple[str, ...]
    words: tuple[str, ...]
    distinct: frozenset[str]
    content: Content
    ids: list[str] = field(default_factory=list)

    def may_be_alike(self, other: "_Class", least: int) -> bool:
        """Tell whether it is worth while to compare the words: most pairs share too few of them."""
        repeated = min(len(self.words) - len(self.distinct), len(other.words) - len(other.distinct))
        shared = len(self.distinct & other.distinct) + repeated
        return most_similarity(shared, len(self.words) + len(other.words)) >= least


def find(work: Work, wanted: Likeness, count_evidence: EvidenceCounts) -> list[NewReview]:
    """Return the groups of live records that say nearly the same, the most alike first."""
    classes = _classes(work, wanted)
    near: _Near = {}
    readings: dict[int, Reading] = {}  # a class is read once, and only when something is alike to it
    for first, second in _candidates(classes):
        if not classes[first].may_be_alike(classes[second], wanted.min_similarity):
            continue
        alike = similarity(classes[first].words, classes[second].words)
        if alike < wanted.min_similarity or not _same_figures(classes[first], classes[second]):
            continue
        for number in (first, second):
            if number not in readings:
                readings[number] = keeping.reading_of(classes[number].content)
        if not _contradict(readings[first], readings[second]):
            near.setdefault(first, {})[second] = near.setdefault(second, {})[first] = alike
    for number, one in enumerate(classes):
        if len(one.ids) > 1:
            near.setdefault(number, {})[number] = 100
    ids = sorted(name for number in near for name in classes[number].ids)
    evidence = count_evidence(ids)
    order = sorted(
        store.find(work, ids).values(), key=lambda record: preference(record, evidence.get(record.id, 0))
    )
    found = list(_groups([record.id for record in order], classes, near))
    return sorted(found, key=lambda new: (-(new.similarity or 0), new.about))


def preference(record: Record, evidence: int) -> tuple[object, ...]:
    """Return by what the record to keep comes first: frozen, a person's, verified, sure, evident, old."""
    quality = record.quality
    return (
        not record.frozen,
        record.origin != "user",
        quality.verified_at is None,
        -quality.confidence,
        -evidence,
        record.seq,
        record.ordinal,
        record.id,
    )


def group(canonical: str, others: Mapping[str, int]) -> NewReview:
    """Return the finding that some records say nearly the same as one that should be kept."""
    ids = sorted([canonical, *others])
    return NewReview(
        kind="duplicate",
        about=":".join(ids),
        records=((canonical, "held"), *((name, "subject") for name in sorted(others))),
        reasons=("near_duplicate",),
        similarity=min(others.values()),
        preferred=canonical,
    )


def _classes(work: Work, wanted: Likeness) -> list[_Class]:
    found: dict[tuple[object, ...], _Class] = {}
    for record in listing.everything(work, Filter(states=("live",)), NOW):
        if record.content is None or not readable(record, work.caller):
            continue
        place = (record.scope, record.scope_ref, *(() if wanted.cross_kind else (record.kind,)))
        words = words_of(record.content.statement)
        if words:
            one = found.get((place, words))
            if one is None:
                one = found[place, words] = _Class(place, words, frozenset(words), record.content)
            one.ids.append(record.id)
    for one in found.values():
        one.ids.sort()
    return sorted(found.values(), key=lambda one: one.ids[0])


def _candidates(classes: Sequence[_Class]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of classes that share a rare word, by their numbers, each pair once."""
    spread = Counter((one.place, word) for one in classes for word in one.distinct)
    having: dict[tuple[object, str], list[int]] = defaultdict(list)
    for number, one in enumerate(classes):
        rarest = sorted(one.distinct, key=lambda word: (spread[one.place, word], word))[:RAREST_WORDS]
        met: set[int] = set()
        for word in rarest:
            if spread[one.place, word] <= MOST_PER_WORD:
                met.update(having[one.place, word])
                having[one.place, word].append(number)
        for earlier in sorted(met):
            yield earlier, number


def _same_figures(first: _Class, second: _Class) -> bool:
    """Tell apart what is alike but says something else: other numbers, or a denial."""
    return figures(first.words) == figures(second.words) and denies(first.words) == denies(second.words)


def _contradict(first: Reading, second: Reading) -> bool:
    relations = {compare(first, second).relation, compare(second, first).relation}
    return not relations.isdisjoint({"replaces", "opposes"})


def _groups(order: Sequence[str], classes: Sequence[_Class], near: _Near) -> Iterator[NewReview]:
    """Yield each record to keep with those that are alike to it and to none preferred before it."""
    number_of = {name: number for number in near for name in classes[number].ids}
    taken: set[str] = set()
    for canonical in order:
        if canonical in taken:
            continue
        closest = sorted(near[number_of[canonical]].items(), key=lambda pair: (-pair[1], pair[0]))
        alike = (
            (name, degree)
            for number, degree in closest
            for name in classes[number].ids
            if name != canonical and name not in taken
        )
        others = dict(islice(alike, MOST_IN_GROUP - 1))
        if others:
            taken |= {canonical, *others}
            yield group(canonical, others)
