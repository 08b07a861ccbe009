"""Do two items say the same? Word for word, but for how words are bent and for what adds nothing. Pure."""

from collections.abc import Sequence

from phantasm.retrieval.tokens import stem

# What can be left out of a sentence without saying something else: no preposition, no "only", no denial.
_ADDS_NOTHING = frozenset(
    stem(word) for word in "a an the please just also so very really well okay ok hi hello thanks".split()
)

Gist = tuple[str, ...]
"""What an item says, as the words that make the difference, in their order."""


def gist(words: Sequence[str]) -> Gist:
    """Return what tells one statement from another."""
    return tuple(word for word in words if word not in _ADDS_NOTHING) or tuple(words)
