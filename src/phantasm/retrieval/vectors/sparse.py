"""How do a text's terms become numbers that an engine without our lexicon can rank by BM25?

A term's place is its FNV-1a hash of 32 bits, so that no vocabulary has to be kept or shared. Two terms can
meet in one place: among V distinct terms about V * V / 2**33 pairs do, one pair at 90,000 terms and 120 at a
million. Their weights are then added, which costs a little precision and never a hit. How rare a term is, is
for the engine to count (Qdrant: the `idf` modifier); what stands here is the other half of BM25, by which
more of the same term counts less and less.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

OFFSET, PRIME = 0x811C9DC5, 0x01000193
"""The constants of FNV-1a with 32 bits, from its definition."""

SATURATION = 1.2
"""How slowly repeating a term stops counting: k1 of BM25, at its customary value."""

LENGTH_SHARE = 0.75
"""How much a long text is held against its terms: b of BM25, at its customary value."""

USUAL_TERMS = 40
"""Terms of a text of usual length. Fixed, so that a text's numbers do not depend on what else is kept; a turn
or a paragraph has about as many."""

Sparse = tuple[list[int], list[float]]


def term_id(term: str) -> int:
    """The place of a term: FNV-1a of its UTF-8 bytes, with 32 bits."""
    value = OFFSET
    for byte in term.encode("utf-8", "surrogatepass"):
        value = (value ^ byte) * PRIME & 0xFFFFFFFF
    return value


def sparse(terms: Iterable[str]) -> Sparse:
    """The places of a text's terms, ascending, and what each weighs there."""
    counts = Counter(terms)
    spread = 1 - LENGTH_SHARE + LENGTH_SHARE * counts.total() / USUAL_TERMS
    weights: dict[int, float] = {}
    for term, count in sorted(counts.items()):
        weight = count * (SATURATION + 1) / (count + SATURATION * spread)
        weights[term_id(term)] = weights.get(term_id(term), 0.0) + weight
    places = sorted(weights)
    return places, [weights[place] for place in places]


def sparse_query(terms: Iterable[str]) -> Sparse:
    """The places of a query's terms, each asked for once."""
    places = sorted({term_id(term) for term in terms})
    return places, [1.0] * len(places)
