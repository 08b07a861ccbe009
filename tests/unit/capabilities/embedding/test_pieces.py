"""Texts come apart into words and pieces as code and prose write them, whatever is in them."""

import itertools
import string
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models

from phantasm.capabilities.embedding.pieces import (
    CONTINUES,
    FIRST,
    LONGEST_WORD,
    REMEMBERED,
    Vocabulary,
    words,
)
from tests.fixtures.small_model import ALPHABET, PIECES
from tests.unit.capabilities.embedding.conftest import ANY_TEXT, TEXTS

VOCABULARY = Vocabulary(PIECES)
WORD = st.text(ALPHABET, min_size=1, max_size=LONGEST_WORD)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("readFileName", "read file name"),
        ("HTTPServer2Go", "http server 2 go"),
        ("snake_case.and/paths-too", "snake case and paths too"),
        ("v1.25", "v 1 25"),
        ("Größe Café", "gro ß e cafe"),
        ("記憶", "記 憶"),
        ("why not?!", "why not ? !"),
        ("(a == b) // ...", "a b"),
        ("", ""),
        ("\ud800\x00\u200b", ""),
    ],
)
def test_texts_come_apart_into_words(text: str, expected: str) -> None:
    assert words(text) == expected.split()


@given(ANY_TEXT)
def test_words_are_lower_case_and_whole(text: str) -> None:
    for word in words(text):
        assert word
        assert not word.isspace()
        assert word == word.lower()
        assert word.isascii() or len(word) == 1


@given(ANY_TEXT, st.integers(0, 300))
@example("x" * 5000, 300)
def test_any_text_is_read(text: str, longest: int) -> None:
    rows = VOCABULARY.read(text, longest)
    assert len(rows) <= longest
    assert all(0 < row < VOCABULARY.size for row in rows)
    assert VOCABULARY.read(text, 10_000)[:longest] == rows


@given(st.lists(WORD, max_size=8))
@example(["reading", "files", "errors", "x" * LONGEST_WORD])
def test_pieces_are_those_of_wordpiece(text: list[str]) -> None:
    library = Tokenizer(
        models.WordPiece(
            {"[UNK]": 0} | {piece: FIRST + number for number, piece in enumerate(PIECES)},
            unk_token="[UNK]",  # noqa: S106  # a token of a vocabulary
            max_input_chars_per_word=LONGEST_WORD,
            continuing_subword_prefix=CONTINUES,
        )
    )
    found = [
        row for word in words(" ".join(text)) for row in library.encode(word, add_special_tokens=False).ids
    ]
    assert VOCABULARY.read(" ".join(text), 10_000) == found


@given(st.characters(min_codepoint=0x3040, max_codepoint=0x9FFF, categories=["Lo"]))
def test_unknown_characters_have_a_row(character: str) -> None:
    rows = VOCABULARY.read(character, 10)
    assert rows == VOCABULARY.read(character, 10)
    assert rows
    assert all(0 < row < FIRST for row in rows)


def test_long_words_are_cut() -> None:
    assert VOCABULARY.read("q" * 1000, 5000) == VOCABULARY.read("q" * LONGEST_WORD, 5000)


def test_forgetting_words_changes_nothing() -> None:
    vocabulary = Vocabulary(PIECES)
    before = [vocabulary.read(text, 50) for text in TEXTS]
    made = ("".join(letters) for letters in itertools.product(string.ascii_lowercase, repeat=4))
    vocabulary.read(" ".join(itertools.islice(made, REMEMBERED + 1)), 1)
    assert [vocabulary.read(text, 50) for text in TEXTS] == before


def test_threads_read_alike() -> None:
    alone = [Vocabulary(PIECES).read(text, 200) for text in TEXTS]
    for _ in range(20):
        shared = Vocabulary(PIECES)
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(lambda text: shared.read(text, 200), TEXTS * 8))  # noqa: B023  # used at once
        assert found == alone * 8
