"""Do texts that differ in their formatting only have the same loose form?"""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.workspace.anchors.content import (
    digest_of,
    joined,
    likeness,
    lines_of,
    piece_of,
    reading_of,
    without_name,
)

_TEXTS = st.text(alphabet="ab_1 \t\n,.()[]{}\"'\\=", max_size=60)


def loose_of(lines: Sequence[str]) -> str:
    return joined([piece_of(line) for line in lines])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("f(a, b)", "f(\n    a,\n    b,\n)"),
        ("x = 'it'", 'x   =   "it"'),
        ("x = 'it\\'s'", 'x = "it\'s"'),
        ("a = [1, 2]", "a = [\n\t1,\n\n\t2,\n]"),
        ("    return a and b", "return a and \\\n  b"),
        ("value\n    .first()\n    .second()", "value.first().second()"),
    ],
)
def test_does_not_care_for_formatting(one: str, other: str) -> None:
    assert loose_of(lines_of(one)) == loose_of(lines_of(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [("return x", "returnx"), ("a b", "ab"), ("f(a, b)", "f(a)"), ("x = 1", "x = 2"), ("-a", "a")],
)
def test_cares_for_words_and_signs(one: str, other: str) -> None:
    assert loose_of([one]) != loose_of([other])


@given(_TEXTS)
def test_reads_lines_one_by_one_as_all_at_once(text: str) -> None:
    reading = reading_of(text)
    assert joined(reading.pieces) == loose_of(lines_of(text)) == reading.loose.rstrip(",")
    assert all(reading.pieces[number] for number in reading.filled)


@given(_TEXTS, _TEXTS, _TEXTS)
def test_finds_whole_lines_wherever_they_are(before: str, wanted: str, after: str) -> None:
    loose = loose_of(lines_of(wanted))
    reading = reading_of(f"{before}\n{wanted}\n{after}")
    for first, last in reading.occurrences(loose):
        assert loose_of(reading.lines[first : last + 1]) == loose


def test_finds_what_was_formatted_in_another_way() -> None:
    reading = reading_of("start()\nf(\n    a,\n    b,\n)\nstop()\nf(a, b).c\n")
    assert list(reading.occurrences(loose_of(["f(a, b)"]))) == [(1, 4)]


def test_ignores_white_space_at_the_end_of_lines() -> None:
    assert digest_of(["a", "b"]) == digest_of(["a  ", "b\t"])
    assert digest_of(["a", "b"]) != digest_of(["a", " b"])


def test_blanks_a_name_where_it_is_a_word() -> None:
    assert without_name("def send(self):send_all(send)", "Client.send") == "def \0(self):send_all(\0)"


def test_rates_how_much_two_texts_have_in_common() -> None:
    assert likeness(["a b c d"], ["a b c d"]) == 1.0
    assert likeness(["a b c d"], ["a b x y"]) == 0.5
    assert likeness(["a b"], ["x y"]) == likeness([], []) == 0.0
