"""In which order, and how sure? One score from named parts, all weights here. Pure."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phantasm.retrieval.features import Numbers

Match = Literal["strong_match", "weak_match", "no_match"]

# The unit is a question whose every telling word is there. Fitted by hand to the development sets, near an
# optimum that is flat; docs/retrieval.md has the table of what each is worth.
WEIGHTS: dict[str, float] = {
    "words": 1.0,
    "phrases": 0.8,
    "often": 1.0,
    "likeness": 2.2,
    "beside_words": 0.3,
    "beside_likeness": 0.44,
    "group_words": 1.0,
    "group_likeness": 1.0,
    "speaker": 0.35,
    "when": 0.35,
    "amount": 0.45,
    "asking": -2.0,
    "agent": -0.75,
    "agent_asked": 1.25,
    "long": -0.12,
    "standing": 0.42,
    "manifest": 0.5,
    "dormant": -0.8,
    "busy": 0.1,
    "together": 0.5,
}
# What a word in program text is worth beside one in prose: names are chosen from few words, and whether one
# of them is like it tells more (`kindred`).
_IN_CODE = 0.05
_NOT_IN_CODE = ("words", "phrases")
_PRIORS = ("when", "amount", "asking", "agent", "agent_asked", "long", "standing")
"""What is meant for what people say."""


def contributions(parts: Mapping[str, Numbers]) -> dict[str, Numbers]:
    """Return what each part adds to the score of each item."""
    code = parts["code"]
    share = dict.fromkeys(_NOT_IN_CODE, 1 - (1 - _IN_CODE) * code) | dict.fromkeys(_PRIORS, 1 - code)
    return {
        name: weight * parts[name] * share[name] if name in share else weight * parts[name]
        for name, weight in WEIGHTS.items()
    }


def scores(added: Mapping[str, Numbers]) -> Numbers:
    """Return one number for each item, in steps that make ties exact."""
    return np.round(sum(added.values(), np.zeros(len(next(iter(added.values()))))), 6)


def normalised(score: float) -> float:
    """Return a score on a scale from 0 to 1."""
    return round(1 / (1 + math.exp(-(score - _MIDDLE) / _SPREAD)), 6)


class Evident(NamedTuple):
    """What tells how well a question is answered, whatever the question."""

    words: float
    """The share of all its words, those that nothing here has included, that one of the best hits has."""
    known: float
    """The share of its words that anything here has."""
    cosine: float | None
    """How like the question the best hit is, where that is known on the shipped model's scale."""


def match_of(sure: float) -> Match:
    """Say in words how sure it is that a question is answered."""
    return "strong_match" if sure >= _STRONG else "weak_match" if sure >= _WEAK else "no_match"


def sureness(evident: Evident) -> float:
    """Return how sure it is that a question is answered here at all, from 0 to 1.

    Fitted to 777 questions of the development sets, each asked of its own store, and as many asked of
    a store about something else (docs/retrieval.md).
    """
    if evident.cosine is None:
        odds = 4.7 * evident.words + 3.65 * evident.known - 3.9
    else:
        odds = 4.8 * evident.words + 5.8 * evident.cosine - 3.9
    return round(1 / (1 + math.exp(-odds)), 6)


# Below the first lay 82 % of what was asked of the wrong store and 3 % of the rest, three samples of 500 and
# 500. Above the second, one in a hundred was asked of the wrong store.
_WEAK, _STRONG = 0.26, 0.75
# Where a score is a half: half of the question's words, and as like it as an answer is.
_MIDDLE, _SPREAD = 1.5, 0.7
