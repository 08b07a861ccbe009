"""What may answer a question? Candidates of both arms, with what is around them, on one snapshot."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

import numpy as np

from phantasm.retrieval import lexical, matching, store
from phantasm.retrieval.features import Asked, Scene
from phantasm.retrieval.tokens import FUNCTION_WORDS, speaking, tokens
from phantasm.retrieval.traits import HISTORY, asks_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phantasm.retrieval.kindred import Words
    from phantasm.retrieval.lexical import Terms
    from phantasm.retrieval.model import Unit
    from phantasm.retrieval.vectors.port import Floats, VectorIndex
    from phantasm.storage.sql import Conditions
    from phantasm.storage.work import Work


# Fusion only decides which candidates are looked at closely. The order of the answer is the ranking's: as an
# order of its own, reciprocal ranks of a good and a weaker list are worse than the good one (models.md §1b).

Id = TypeVar("Id", bound=Hashable)

# How much the first places stand out. Small: what one list has far up is looked at, whatever the others say.
_SOFTENING = 5


def fuse(lists: Sequence[Sequence[Id]], most: int) -> list[Id]:
    """Return the best of several lists, best first; of equals, the one that an earlier list has."""
    worth: dict[Id, float] = {}
    for listed in lists:
        for place, name in enumerate(listed, 1):
            worth[name] = worth.get(name, 0.0) + 1 / (_SOFTENING + place)
    steps = {name: round(value, 12) for name, value in worth.items()}
    return sorted(steps, key=steps.__getitem__, reverse=True)[:most]


Arms = Literal["hybrid", "lexical", "dense"]

# How many candidates each arm brings, and how many of all are looked at closely. Measured: more change no
# ranking (docs/retrieval.md).
_LEXICAL, _DENSE, _LOOKED_AT = 100, 80, 120
# Under a filter, so many ids are handed to the vector index; a wider filter is applied afterwards.
_MOST_ALLOWED = 200_000
# Work goes on where the commits before left it, whatever their words: so many of the newest are looked at.
_NEWEST_COMMITS = 10
# Characters of histories that are read whole: some three hundred parts, a few milliseconds.
_HISTORY_CHARACTERS = 300_000
# Units whose likeness tells how alike a question is to anything.
_BACKGROUND = 256


@dataclass(frozen=True, slots=True)
class Look:
    """A question as a vector, and the index to ask."""

    index: VectorIndex
    vector: Floats
    calibrated: bool = True
    """Whether its cosines mean what the shipped model's do."""
    words: Words | None = None
    """How words are compared with each other, where that is known."""


class Reach(NamedTuple):
    """Where to look."""

    live_only: bool
    conditions: Conditions
    arms: Arms = "hybrid"
    sensitive: bool = True
    """Whether the caller may read what is sensitive."""


class Gathered(NamedTuple):
    """The candidates and everything the ranking wants to know about them."""

    asked: Asked
    scene: Scene
    terms: Terms
    lexical: Mapping[int, int]
    """The place of a unit among those the words bring, from 1."""
    dense: Mapping[int, int]
    """Its place among those the vectors bring."""
    known: float
    """The share of the question's words, by what they tell, that anything here has."""
    nearest: Sequence[Unit]
    """What the arms brought, best first, with what the caller may not read: it is counted, and no more."""


def gather(work: Work, question: str, look: Look | None, reach: Reach, *, fuzzy: bool = False) -> Gathered:
    """Collect what may answer a question."""
    words = lexical.words_of(question)
    if fuzzy:
        words = lexical.nearby(work, words, live_only=reach.live_only, sensitive=reach.sensitive)
    terms = lexical.choose(work, words, live_only=reach.live_only, sensitive=reach.sensitive)
    by_words: dict[int, float] = {}
    if reach.arms != "dense":
        by_words = lexical.best(work, terms, _LEXICAL, live_only=reach.live_only, conditions=reach.conditions)
    by_vectors = _similar(work, look, reach) if look and reach.arms != "lexical" else []
    nearest = _nearest(work, by_words, by_vectors)
    units = _shown(nearest, reach)
    units |= {unit.id: unit for unit in store.beside(work, _around(units.values()))}
    units |= {unit.id: unit for unit in store.of_items(work, _cut_histories(units.values()))}
    asked = _asked(question, terms, reach.arms)
    if asked.asks.work:
        units |= {unit.id: unit for unit in store.newest_commits(work, _NEWEST_COMMITS)}
    # What is around a unit may be sensitive where the unit is not: it is kept from the ranking as well.
    units = _shown(units.values(), reach)
    seen = [units[name] for name in sorted(units)]
    hides = _hides(work, words, terms, reach)
    return Gathered(
        asked=asked,
        scene=_scene(seen, by_words, look if reach.arms != "lexical" else None),
        terms=terms,
        lexical={name: place for place, name in enumerate(by_words, 1)},
        dense={name: place for place, name in enumerate(by_vectors, 1)},
        known=_known(words, terms, asked),
        nearest=_with_hidden(work, words, by_vectors, reach) if hides else nearest,
    )


def _shown(units: Iterable[Unit], reach: Reach) -> dict[int, Unit]:
    """Return the units that the caller may read; of the others nothing may show, in no score either."""
    return {unit.id: unit for unit in units if reach.sensitive or unit.sensitivity != "sensitive"}


def _nearest(work: Work, by_words: Iterable[int], by_vectors: Sequence[int]) -> list[Unit]:
    """Return the best of what both arms bring, best first."""
    brought = fuse([list(by_words), by_vectors], _LOOKED_AT)
    units = store.find(work, brought)
    return [units[name] for name in brought if name in units]


def _hides(work: Work, words: Sequence[str], terms: Terms, reach: Reach) -> bool:
    """Tell whether a question has a word that only sensitive units have, and the caller may not read them."""
    if reach.sensitive or reach.arms == "dense":
        return False
    unknown = [word for word in words if word not in terms.frequencies]
    return bool(lexical.choose(work, unknown, live_only=reach.live_only).kept)


def _with_hidden(work: Work, words: Sequence[str], by_vectors: Sequence[int], reach: Reach) -> list[Unit]:
    """Return what comes nearest by all the words, those included that only sensitive units have."""
    every = lexical.choose(work, words, live_only=reach.live_only)
    by_words = lexical.best(work, every, _LEXICAL, live_only=reach.live_only, conditions=reach.conditions)
    return _nearest(work, by_words, by_vectors)


def _similar(work: Work, look: Look, reach: Reach) -> list[int]:
    allowed = None
    if reach.conditions.clauses:
        ids = matching.ids_where(work, reach.conditions, _MOST_ALLOWED + 1)
        allowed = np.array(ids, np.int64) if len(ids) <= _MOST_ALLOWED else None
    hits = look.index.search(look.vector, _DENSE, allowed=allowed)
    return [int(name) for name in hits.ids]


def _around(units: Iterable[Unit]) -> list[tuple[str, int]]:
    """Return the places next to units that are not among them."""
    here = {(unit.grouping, unit.position) for unit in units if unit.grouping}
    beside = {
        (group, place + step) for group, place in here if group for step in (-1, 1) if place + step >= 0
    }
    return sorted(beside - here)


def _cut_histories(units: Iterable[Unit]) -> list[str]:
    """Return which histories of files were cut: a file is judged by all that was done, in its order."""
    found: dict[str, None] = {}
    left = _HISTORY_CHARACTERS
    for unit in units:
        if unit.traits & HISTORY and unit.grouping == unit.item_id and unit.item_id not in found:
            left -= unit.length
            if left < 0:
                break
            found[unit.item_id] = None
    return list(found)


def _known(words: Sequence[str], terms: Terms, asked: Asked) -> float:
    """Return how much of a question the store has words for; an unknown word tells as much as the rarest."""
    known = sum(asked.weights.values())
    unknown = math.log(terms.units + 1) * sum(word not in terms.frequencies for word in words)
    return known / (known + unknown) if known else 0.0


def _asked(question: str, terms: Terms, arms: Arms) -> Asked:
    weights = {} if arms == "dense" else terms.weights()
    telling = [word for word in tokens(question) if word not in FUNCTION_WORDS]
    pairs = frozenset(pairwise(telling)) if weights else frozenset()
    return Asked(weights, pairs, frozenset(speaking(question)), asks_of(question))


def _scene(units: Sequence[Unit], by_words: Mapping[int, float], look: Look | None) -> Scene:
    """Return the units with their likeness, and how alike the question and any unit are."""
    bm25 = np.array([by_words.get(unit.id, 0.0) for unit in units])
    if look is None or not units:
        return Scene(units, np.full(len(units), np.nan), 0.0, bm25)
    ids = np.array([unit.id for unit in units], np.int64)
    spread = np.linspace(1, int(ids[-1]), _BACKGROUND).astype(np.int64)
    alike = look.index.likeness(look.vector, np.concatenate([ids, spread])).astype(float)
    anywhere = alike[len(ids) :]
    known = anywhere[~np.isnan(anywhere)]
    return Scene(units, alike[: len(ids)], float(known.mean()) if len(known) else 0.0, bm25)
