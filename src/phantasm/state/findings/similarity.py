"""How alike are two statements? A number from 0 to 100 over their words and the order of them. Pure."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from phantasm.state.claims.words import normal_form

# A word with its inner dots and dashes ("3.11", "read-only"), or one character of a script without spaces.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+(?:[._-][^\W_]+)*")
# Words that nearly every English statement has: sharing them says nothing.
_EMPTY = frozenset("the a an be of to and in for that this it we our on with as at by from".split())
# Words that turn a statement round; "don't" is read as "don", "t".
_DENIALS = frozenset("not no never none neither nor without cannot t".split())
# Which words are said counts for more than their order: "A and B" is "B and A", rarely "B uses A" "A uses B".
_WORDS_WEIGHT = 70
_ORDER_WEIGHT = 30
# No statement worth comparing is longer; what is, is compared by its beginning.
_MOST_WORDS = 400


def words_of(statement: str) -> tuple[str, ...]:
    """Return the words of a statement in their normal form, in order, without the empty ones."""
    text = unicodedata.normalize("NFKC", statement).casefold()
    words = [normal_form(word) for word in _WORD.findall(text)[:_MOST_WORDS]]
    return tuple(word for word in words if word not in _EMPTY) or tuple(words)


def similarity(first: Sequence[str], second: Sequence[str]) -> int:
    """Return how alike two lists of words are: 100 for the same ones in the same order, 0 for none."""
    if not first or not second:
        return 0
    weighed = _WORDS_WEIGHT * _overlap(first, second) + _ORDER_WEIGHT * _overlap(
        _steps(first), _steps(second)
    )
    return int(weighed)


def most_similarity(shared: int, lengths: int) -> int:
    """Return how alike two lists of words are at most that share so many words, of so many in both.

    A step that they share leads to a word that they share, or to the end: there is one more at most.
    """
    return int(
        _WORDS_WEIGHT * (2 * shared / lengths) + _ORDER_WEIGHT * min(1.0, 2 * (shared + 1) / (lengths + 2))
    )


def figures(words: Sequence[str]) -> frozenset[str]:
    """Return the words that have a digit: two statements with other numbers do not say the same."""
    return frozenset(word for word in words if any(character.isdigit() for character in word))


def denies(words: Sequence[str]) -> bool:
    """Tell whether a statement denies what its words say: once, not twice."""
    return len([word for word in words if word in _DENIALS]) % 2 == 1


def _overlap(first: Sequence[object], second: Sequence[object]) -> float:
    common = (Counter(first) & Counter(second)).total()
    return 2 * common / (len(first) + len(second))


def _steps(words: Sequence[str]) -> list[tuple[str, str]]:
    """Return each word with the one that follows, the ends included."""
    return list(zip(("", *words), (*words, ""), strict=True))
