"""How near does program text come to the words of a question? Each word against the one most like it.

Whoever writes a function seldom uses the words of whoever looks for it: "check if a path exists" against
`ensure_dir_present`. A vector of the whole text says what it is about, the word index who uses the same
words. In between lies which share of what the question says is said here in some way. It costs reading the
texts, so only the best are read, and only program text: in prose it changed no ranking for the better.
"""

from __future__ import annotations

import math
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from phantasm.capabilities.embedding.pieces import words
from phantasm.retrieval import adjusting, rank
from phantasm.retrieval.hits import in_order
from phantasm.retrieval.reading import sayings
from phantasm.retrieval.tokens import FUNCTION_WORDS, stem

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from phantasm.retrieval.features import Numbers
    from phantasm.retrieval.gathering import Gathered
    from phantasm.retrieval.hits import Hit
    from phantasm.storage.blobs import BlobStore
    from phantasm.storage.work import Work

# So many of the best are read: more change no first ten (docs/retrieval.md).
_READ = 24


class Words(NamedTuple):
    """What words are compared by."""

    blobs: BlobStore
    """Where the texts of evidence are."""
    likest: Callable[[Sequence[str], Sequence[str]], Numbers]
    """How like each word the most alike of each text's words is: texts by words."""


def with_kindred(
    work: Work, compared: Words, gathered: Gathered, question: str, hits: Sequence[Hit]
) -> list[Hit]:
    """Return hits in order again, once the best program texts among them were held against the words."""
    programs = (hit for hit in hits if hit.parts["code"])
    read = [hit.unit for hit in islice(programs, _READ)]
    weights = _weights(gathered, question) if read else {}
    said = sayings(work, compared.blobs, read) if weights else {}
    if not said:
        return list(hits)
    likest = compared.likest(list(weights), list(said.values()))
    mass = np.array(list(weights.values()))
    shares = dict(zip(said, (likest @ mass / mass.sum()).tolist(), strict=True))
    return in_order([_held(hit, shares[hit.unit.id]) if hit.unit.id in shares else hit for hit in hits])


def _weights(gathered: Gathered, question: str) -> dict[str, float]:
    """Return how much each word of a question tells; one that nothing here has, as much as the rarest."""
    known = gathered.asked.weights
    unknown = math.log(gathered.terms.units + 1)
    stems = {word: stem(word) for word in words(question)}
    return {word: known.get(root, unknown) for word, root in stems.items() if root not in FUNCTION_WORDS}


def _held(hit: Hit, share: float) -> Hit:
    added = {**hit.added, **adjusting.of_kindred(share, hit.unit.length)}
    return hit._replace(added=added, score=rank.normalised(sum(added.values())))
