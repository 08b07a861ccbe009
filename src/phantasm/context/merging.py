"""Do two items say the same? Word for word, but for how words are bent and for what adds nothing. Pure."""

import re
from collections.abc import Sequence

from phantasm.retrieval.tokens import stem

# What can be left out of a sentence without saying something else: no preposition, no "only", no denial.
_ADDS_NOTHING = frozenset(
    stem(word) for word in "a an the please just also so very really well okay ok hi hello thanks".split()
)
# Signs that say something else: comparisons, negations, signs of numbers, and whether it is asked.
_SIGNS = re.compile(r"!=|!(?=[\w(])|[<>=~^%|&*/+?-]+")

Gist = tuple[str, ...]
"""What an item says: the words that make the difference, in their order, and the signs."""


def gist(text: str, words: Sequence[str]) -> Gist:
    """Return what tells one statement from another."""
    telling = [word for word in words if word not in _ADDS_NOTHING] or words
    return (*telling, "", *_SIGNS.findall(text))
