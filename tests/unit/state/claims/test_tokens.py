"""Which words, names, numbers and marks does a text have?"""

import pytest

from phantasm.state.claims.tokens import READ_CHARACTERS, tokenise


def keys(text: str) -> list[str]:
    return [token.key for token in tokenise(text)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("maxRetries", "max_retries"),
        ("MAX_RETRIES", "max retries"),
        ("don't use", "do not use"),
        ("**bold** and `code`", "bold and code"),
        ("\u201cquoted\u201d", '"quoted"'),
        ("we've", "we have"),
        ("read-only", "read only"),
    ],
)
def test_spellings_of_the_same_words_give_the_same_keys(one: str, other: str) -> None:
    assert keys(one) == keys(other)


def test_an_assignment_is_a_key_a_mark_and_a_value() -> None:
    assert keys("MAX_CONNECTIONS=50") == ["maximum", "connection", "=", "50"]


def test_an_address_with_a_port_is_a_place_and_a_number() -> None:
    assert [(token.key, token.kind) for token in tokenise("http://localhost:8000")] == [
        ("localhost", "name"),
        ("8000", "number"),
    ]


@pytest.mark.parametrize("text", ["the client's port", "THE CLIENT'S PORT"])
def test_a_possessive_is_kept_apart(text: str) -> None:
    assert keys(text) == ["the", "client", "'s", "port"]


def test_words_of_a_quotation_are_names() -> None:
    assert [token.kind for token in tokenise("run `make now` now")] == ["word", "name", "name", "word"]


def test_marks_inside_a_quotation_are_dropped() -> None:
    assert ":" not in keys("`strict: true` is set")


def test_an_abbreviation_ends_no_sentence() -> None:
    assert "." not in keys("Apple Inc. and Michael D. Higgins")


@pytest.mark.parametrize(
    "text", ["", " ", "()", "``", "'", "''s", "=", "...", "\x00", "\ud800", "端口是八千"]
)
def test_odd_texts_are_read_without_harm(text: str) -> None:
    tokenise(text)


def test_only_the_beginning_of_a_long_text_is_read() -> None:
    assert len(tokenise("word " * 100_000)) <= READ_CHARACTERS
