"""The words of a text are the same however it is written, and each keeps its place."""

import html
import json
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.context.echoes import words_of

SAID = 'The café keeps "acme-uploads" in C:\\new\\table; ask Zoë & Jörg, not bob_smith.'


@pytest.mark.parametrize(
    "written",
    [
        SAID,
        textwrap.fill(SAID, 20),
        f"- {SAID}",
        f"12. {SAID}",
        f"> **{SAID}**",
        f"“{SAID}”",
        SAID.upper(),
        json.dumps(SAID),
        json.dumps(SAID, ensure_ascii=False),
        json.dumps(json.dumps(SAID)),
        html.escape(SAID),
        html.escape(html.escape(SAID)),
        json.dumps(html.escape(SAID)),
        SAID.replace(" ", "\n\n\t"),
        f"{SAID} [m:k3v9qd2a]",
    ],
)
def test_writing_it_otherwise_leaves_the_words(written: str) -> None:
    assert words_of(written).texts == words_of(SAID).texts


def test_escaped_line_ends_are_no_letters() -> None:
    assert words_of(json.dumps("one\ntwo\r\nnext\tthree")).texts == ["one", "two", "next", "three"]


def test_letters_of_scripts_without_blanks_are_words() -> None:
    assert words_of("テストはpytest で").texts == ["テ", "ス", "ト", "は", "pytest", "で"]
    assert words_of(json.dumps("上传 service")).texts == ["上", "传", "service"]


def test_citations_are_no_words() -> None:
    assert words_of('Use it [m:k3v9qd2a] {"cite":"e:k3v9qd2a"}').texts == ["use", "it", "cite"]
    assert words_of("item:k3v9qd2a").texts == ["item", "k3v9qd2a"]


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("One two. Three", ["", "end", ""]),
        ("One two.Three", ["", "", ""]),
        ("One\ntwo\n\nthree", ["line", "end", ""]),
        ('"One" two', ["mark", ""]),
        ("One: two (three)", ["mark", "open", "mark"]),
        ("One (two)\nthree", ["open", "end", ""]),
        ('{"one": "two", "three": "four"}', ["end", "end", "end", "end"]),
    ],
)
def test_ends_are_known(text: str, ends: list[str]) -> None:
    assert words_of(text).ends == ends


@given(st.text())
def test_every_word_stands_where_it_is_said_to(text: str) -> None:
    words = words_of(text)
    places = words.places()
    assert len(words.texts) == len(words.ends) == len(places) == len(words)
    assert places == sorted(places)
    assert all(0 <= start < stop <= len(text) for start, stop in places)


@given(st.text(alphabet="a\u0130\u00df\u0131\ufb01 \\u00e&;#x[]m:"))
def test_strange_letters_do_not_move_places(text: str) -> None:
    words = words_of(text)
    assert len(words.level) == len(text)
    assert all(stop <= len(text) for _, stop in words.places())
