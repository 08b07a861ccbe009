"""How like each other are single words? Their rows of the table, without any layer. Pure.

Sums of products of small whole numbers are exact in any order, so that every machine finds the same.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Table = NDArray[np.int8]

WIDTH = 128
"""Numbers by which words are compared: with twice as many no ranking changes for the better."""


def likest(table: Table, words: Sequence[Sequence[int]], texts: Sequence[Sequence[int]]) -> Numbers:
    """How like each word the most alike piece of each text is: texts by words.

    Of a word in several pieces it is the mean over its pieces.
    """
    found = np.zeros((len(texts), len(words)))
    there, asked = (sorted(set(chain.from_iterable(given))) for given in (texts, words))
    if not there or not asked:
        return found
    alike = _cosines(table, there, asked)
    row_of = {piece: row for row, piece in enumerate(there)}
    column_of = {piece: column for column, piece in enumerate(asked)}
    spelt = [[column_of[piece] for piece in word] for word in words]
    for number, text in enumerate(texts):
        if text:
            best = alike[[row_of[piece] for piece in text]].max(0)
            found[number] = [best[word].mean() if word else 0.0 for word in spelt]
    return found


def _cosines(table: Table, there: Sequence[int], asked: Sequence[int]) -> Numbers:
    (one, lengths), (other, others) = (_directions(table, pieces) for pieces in (there, asked))
    cosines: Numbers = (one @ other.T).astype(np.float64) / (lengths[:, None] * others)
    return cosines


def _directions(table: Table, pieces: Sequence[int]) -> tuple[NDArray[np.float32], Numbers]:
    """The whole numbers of some rows, and their lengths."""
    numbers = table[np.array(pieces), :WIDTH].astype(np.float32)
    lengths = np.sqrt(np.einsum("rw,rw->r", numbers, numbers).astype(np.float64))
    return numbers, np.where(lengths > 0, lengths, 1)
