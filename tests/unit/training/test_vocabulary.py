"""The pieces that are learned can cut everything, and come out the same every time."""

import string
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from phantasm.capabilities.embedding.pieces import CONTINUES, FIRST, Vocabulary
from training.vocabulary import ALPHABET, count_words, learn

COUNTS = Counter(
    {
        "reading": 40, "reader": 30, "read": 90, "writing": 35, "writer": 20, "write": 80, "rare": 1,
        "store": 60, "stores": 22, "storing": 12, "größe": 50,
    }
)  # fmt: skip
SIZE = FIRST + 120


def test_words_are_counted_as_they_will_be_cut() -> None:
    found = count_words(["readFile reads", "Read the FILE?"])
    assert found == Counter({"read": 2, "file": 2, "reads": 1, "the": 1, "?": 1})


def test_pieces_are_learned_once_each() -> None:
    pieces = learn(COUNTS, SIZE)
    assert len(pieces) <= SIZE - FIRST
    assert len(set(pieces)) == len(pieces)
    assert {"read", "write", "store"} <= set(pieces)
    assert not any("[" in piece or not piece.isascii() for piece in pieces)


def test_learning_is_repeatable() -> None:
    assert learn(COUNTS, SIZE) == learn(Counter(dict(reversed(COUNTS.items()))), SIZE)


def test_every_character_of_the_alphabet_is_known() -> None:
    pieces = learn(COUNTS, SIZE)
    assert set(ALPHABET) <= set(pieces)
    assert {CONTINUES + letter for letter in string.ascii_lowercase + string.digits} <= set(pieces)


@given(st.text(string.printable))
def test_nothing_in_ascii_is_unknown(text: str) -> None:
    assert all(row >= FIRST for row in _VOCABULARY.read(text, 1000))


_VOCABULARY = Vocabulary(learn(COUNTS, SIZE))
