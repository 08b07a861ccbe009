"""What speaks for an item, in numbers? The named parts of relevance, one array each. Pure.

An item is a record or a piece of evidence; its parts bring what speaks for it together. Every part of the
score has one meaning, which `explain` shows. Surroundings count: a turn is judged by its neighbours and its
session too, a part of a document by the document.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from phantasm.retrieval.changes import signals
from phantasm.retrieval.rank import WEIGHTS
from phantasm.retrieval.tokens import FUNCTION_WORDS
from phantasm.retrieval.traits import HISTORY, shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from phantasm.retrieval.model import Unit
    from phantasm.retrieval.traits import Asks

    Numbers = NDArray[np.float64]
    Rows = NDArray[np.int64]


# So many of a group's best members speak for the group.
_BEST_OF_GROUP = 4


def places(heads: Sequence[Unit]) -> tuple[Rows, Rows, Rows]:
    """Return which item comes before and after each in its group (-1: none here), and the group's number."""
    # A document that was cut is one item: it is no surroundings of its own.
    names = [unit.grouping if unit.grouping != unit.item_id else None for unit in heads]
    if not any(names):
        alone = np.full(len(heads), -1, np.int64)
        return alone, alone, alone
    item_at = {
        (name, unit.position): row for row, (name, unit) in enumerate(zip(names, heads, strict=True)) if name
    }
    numbers: dict[str, int] = {}
    before, after, group = [], [], []
    for name, unit in zip(names, heads, strict=True):
        before.append(item_at.get((name, unit.position - 1), -1) if name else -1)
        after.append(item_at.get((name, unit.position + 1), -1) if name else -1)
        group.append(numbers.setdefault(name, len(numbers)) if name else -1)
    return np.array(before, np.int64), np.array(after, np.int64), np.array(group, np.int64)


def beside(values: Numbers, before: Rows, after: Rows) -> Numbers:
    """Return what the neighbours of each item have together."""
    padded: Numbers = np.concatenate((values, [0.0]))
    found: Numbers = padded[before] + padded[after]
    return found


def best_of_group(values: Numbers, group: Rows) -> Numbers:
    """Return the mean of each group's best members; nothing for what stands alone."""
    found = np.zeros(len(values))
    if not (group >= 0).any():
        return found
    order = np.lexsort((-values, group))
    order = order[group[order] >= 0]
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    for start, stop in zip(starts, [*starts[1:], len(order)], strict=True):
        found[order[start:stop]] = values[order[start : min(stop, start + _BEST_OF_GROUP)]].mean()
    return found


def without(marked: Numbers, group: Rows) -> Numbers:
    """Tell which items belong to a group without any marked member."""
    # No `np.unique`: it would load numpy.ma, which takes longer than all the rest of a search.
    having = sorted(set(group[marked > 0].tolist()))
    grouped = group >= 0
    found: Numbers = (grouped & ~np.isin(group, having) if having else grouped).astype(float)
    return found


# A pair of neighbouring words beside a word. Numbers here are fitted to the development sets by hand, near an
# optimum that is flat (docs/retrieval.md).
_PAIR_WEIGHT = 0.8
# From this many characters on a text is long: about three sentences.
_LONG_CHARACTERS = 300
# A later part of a text is less what the text is about than its beginning: how much less like the question.
_LATER_PART = 0.1


class Asked(NamedTuple):
    """A question, as the ranking sees it."""

    weights: Mapping[str, float]
    """How much each of its words tells, by how rare it is."""
    pairs: frozenset[tuple[str, str]]
    """Words that follow each other in it."""
    speakers: frozenset[str]
    """Its words as they would stand for who speaks."""
    asks: Asks


class Scene(NamedTuple):
    """The units to be ranked and what is around them."""

    units: Sequence[Unit]
    cosines: Numbers
    """Likeness to the question; nan where a unit has no vector."""
    background: float
    """How alike the question and any unit are."""
    bm25: Numbers
    """How well the word index finds that each answers; 0 for what it did not bring."""


class Items(NamedTuple):
    """The items of a scene: which units are theirs, and which of them answers best."""

    best: Sequence[int]
    """For each item, the row of its best unit."""
    parts: Mapping[str, Numbers]
    """The named parts of relevance, one number for each item."""


def judge(asked: Asked, scene: Scene) -> Items:
    """Return the parts of relevance of every item."""
    item_of, count = _items(scene.units)
    words, phrases = _words(asked, scene.units)
    said = words + _PAIR_WEIGHT * phrases
    likeness = np.nan_to_num(scene.cosines - scene.background, nan=0.0)
    later = np.array([unit.part > 0 for unit in scene.units])
    likeness = np.where(later, likeness - _LATER_PART, likeness)
    best = _best(said + likeness, item_of, count)
    cover, pairs, alike = (_highest(values, item_of, count) for values in (words, phrases, likeness))
    heads = [scene.units[row] for row in best]
    before, after, group = places(heads)
    both = cover + _PAIR_WEIGHT * pairs
    strength = WEIGHTS["words"] * both + WEIGHTS["likeness"] * alike
    return Items(
        best,
        {
            "words": cover,
            "phrases": pairs,
            "often": _often(asked, scene, item_of, count),
            "likeness": alike,
            "beside_words": beside(both, before, after),
            "beside_likeness": beside(alike, before, after),
            "group_words": best_of_group(both, group),
            "group_likeness": best_of_group(alike, group),
            **_priors(asked, heads, group),
            **signals(_histories(scene.units, item_of), strength),
        },
    )


def _priors(asked: Asked, heads: Sequence[Unit], group: Rows) -> dict[str, Numbers]:
    """Return what speaks for an item whatever its words: who said it, and what sort of statement it is."""
    traits = shown(np.array([unit.traits for unit in heads], np.int64))
    # Who said it counts in a conversation; a record holds whoever wrote it down.
    agent = np.array([unit.origin == "agent" and unit.tier == "evidence" for unit in heads], float)
    among_peers = without(agent, group)
    characters = np.array([unit.length for unit in heads], float)
    return {
        "code": traits["code"],
        "speaker": _speakers(asked, heads),
        "when": traits["timed"] * asked.asks.time,
        "amount": traits["numbered"] * asked.asks.number,
        "asking": traits["asking"] * among_peers,
        "agent": agent,
        "agent_asked": agent * (asked.asks.assistant or asked.asks.overview),
        # A history is long where much was done; nobody said it at length.
        "long": np.log(np.maximum(characters, _LONG_CHARACTERS) / _LONG_CHARACTERS) * (1 - traits["history"]),
        "standing": traits["standing"] * (1 - agent),
        "manifest": traits["manifest"] * asked.asks.versions,
    }


def _histories(units: Sequence[Unit], item_of: Rows) -> dict[int, list[Unit]]:
    """Return the units of each item that is the history of a file."""
    found: dict[int, list[Unit]] = {}
    for row, unit in enumerate(units):
        if unit.traits & HISTORY:
            found.setdefault(int(item_of[row]), []).append(unit)
    return found


def _items(units: Sequence[Unit]) -> tuple[Rows, int]:
    """Return each unit's item, numbered as they come, and how many there are."""
    numbers: dict[str, int] = {}
    item_of = [numbers.setdefault(unit.item_id, len(numbers)) for unit in units]
    return np.array(item_of, np.int64), len(numbers)


def _words(asked: Asked, units: Sequence[Unit]) -> tuple[Numbers, Numbers]:
    """Return which share of the question each unit has: of what its words tell, and of its pairs of words."""
    mass = sum(asked.weights.values()) or 1.0
    worth = {
        pair: (asked.weights.get(pair[0], 0.0) + asked.weights.get(pair[1], 0.0)) / 2 for pair in asked.pairs
    }
    pair_mass = sum(worth.values()) or 1.0
    terms = frozenset(asked.weights)
    counted = terms.union(*worth)
    cover, phrases = np.zeros(len(units)), np.zeros(len(units))
    for row, unit in enumerate(units):
        text = f"{unit.title} {unit.body}" if unit.title else unit.body
        listed = text.split(" ")
        said = counted.intersection(listed)
        found = terms & said
        if not found:
            continue
        cover[row] = sum(sorted([asked.weights[term] for term in found])) / mass
        # Few texts have both words of a pair: only there it matters which word follows which.
        if len(found) > 1 and any(one in said and other in said for one, other in worth):
            telling = [word for word in listed if word not in FUNCTION_WORDS]
            here = asked.pairs.intersection(pairwise(telling))
            phrases[row] = sum(sorted([worth[pair] for pair in here])) / pair_mass
    return cover, phrases


def _often(asked: Asked, scene: Scene, item_of: Rows, count: int) -> Numbers:
    """Return how well the words of program text answer, where no vector says more: bm25 beside the question.

    How often a name comes, and in how long a text, tells what a function is about, but not what people mean.
    """
    if not np.isnan(scene.cosines).all():
        return np.zeros(count)
    code = shown(np.array([unit.traits for unit in scene.units], np.int64))["code"]
    mass = sum(asked.weights.values()) or 1.0
    return _highest(code * scene.bm25 / mass, item_of, count)


def _highest(values: Numbers, item_of: Rows, count: int) -> Numbers:
    if len(values) == count:  # each unit is an item, in the same order: a store of records has no others
        return values
    found = np.full(count, -np.inf)
    np.maximum.at(found, item_of, values)
    return found


def _best(values: Numbers, item_of: Rows, count: int) -> list[int]:
    """Return the row of each item's best unit; the first of equals."""
    if len(values) == count:
        return list(range(count))
    best = [-1] * count
    listed = values.tolist()
    for row, item in enumerate(item_of.tolist()):
        if best[item] < 0 or listed[row] > listed[best[item]]:
            best[item] = row
    return best


def _speakers(asked: Asked, heads: Sequence[Unit]) -> Numbers:
    """Return who speaks where the question names a speaker; nothing where it names none of them, or all."""
    labelled = np.array([unit.grouping is not None and unit.title != "" for unit in heads], bool)
    if not labelled.any():
        return np.zeros(len(heads))
    named = np.array([not asked.speakers.isdisjoint(unit.title.split(" ")) for unit in heads], bool)
    return np.zeros(len(heads)) if named[labelled].all() else named.astype(float)
