"""Sentences are told apart in prose, in lists and in program text, and together they are the text."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from phantasm.context.sentences import LONGEST_CHARACTERS, joined, sentences

_SIGNS = st.text(st.sampled_from("ab ,.;:!?\n\u3002\u2026\"')-"), max_size=700)


def cut(text: str) -> list[str]:
    return [text[start:stop].strip() for start, stop in sentences(text)]


def test_prose_is_cut_at_its_marks() -> None:
    text = 'He moved to Berlin in May. "Did she follow him there?" Nobody knows, it seems!'
    assert cut(text) == [
        "He moved to Berlin in May.",
        '"Did she follow him there?"',
        "Nobody knows, it seems!",
    ]


def test_short_ones_go_with_what_follows() -> None:
    assert cut("Yes! That is where the invoices are stored.") == [
        "Yes! That is where the invoices are stored."
    ]


def test_names_and_numbers_are_not_cut() -> None:
    text = "The file is src/app.py and its version is 1.2.3 since then."
    assert cut(text) == [text]


def test_lines_are_sentences() -> None:
    listed = "- the first point of the list\n- the second point of the list\n"
    assert cut(listed) == ["- the first point of the list", "- the second point of the list"]


def test_unspaced_scripts_are_cut() -> None:
    one = "\u673a\u5668\u5b66\u4e60\u6a21\u578b" * 5 + "\u3002"
    assert cut(one + one) == [one, one]


def test_long_sentences_are_cut_at_a_pause() -> None:
    text = ", ".join(f"part {n} of the sentence" for n in range(30))
    assert all(piece.endswith(",") for piece in cut(text)[:-1])
    assert len(cut(text)) > 1


def test_a_word_without_end_is_cut_anyway() -> None:
    lengths = [stop - start for start, stop in sentences("x" * (2 * LONGEST_CHARACTERS + 30))]
    assert lengths == [LONGEST_CHARACTERS, LONGEST_CHARACTERS, 30]


def test_nothing_has_no_sentence() -> None:
    assert sentences("") == ()
    assert sentences(" \n\t \n") == ()


@given(_SIGNS)
def test_together_they_are_the_text(text: str) -> None:
    spans = sentences(text)
    assert all(0 <= start < stop <= len(text) for start, stop in spans)
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
    said = {place for start, stop in spans for place in range(start, stop)}
    assert not any(sign.strip() for place, sign in enumerate(text) if place not in said)


@given(_SIGNS)
def test_none_is_too_long(text: str) -> None:
    assert all(stop - start <= LONGEST_CHARACTERS for start, stop in sentences(text))


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 9)).map(lambda one: (one[0], sum(one)))))
def test_joining_keeps_every_character_and_no_seam(spans: list[tuple[int, int]]) -> None:
    found = joined(spans)
    said = {place for start, stop in spans for place in range(start, stop)}
    assert {place for start, stop in found for place in range(start, stop)} == said
    assert all(before[1] < after[0] for before, after in pairwise(found))
    assert joined(list(found)) == found
