"""A text is cut to one line around what was looked for, and that is marked."""

import pytest

from phantasm.surfaces.cli.excerpts import Excerpt, spans
from tests.unit.surfaces.cli.rendering import printed


def _marked(text: str, *words: str) -> list[str]:
    return [text[first:last] for first, last in spans(text, words)]


@pytest.mark.parametrize(
    ("text", "words", "marked"),
    [
        ("Invoices are stored here.", ("invoic", "store"), ["Invoices", "stored"]),
        ("An invoice's store", ("invoic",), ["invoice"]),
        ("call getUserName() twice", ("user", "name"), ["User", "Name"]),
        ("call getUserName() twice", ("getusername", "user"), ["getUserName"]),
        ("see src/retry_policy.py", ("polici", "src"), ["src", "policy"]),
        ("E0502 and v1.2", ("0502",), ["0502"]),
        ("Die Größe zählt", ("grosse",), ["Größe"]),
        ("認証の方式", ("認証", "方式"), ["認証", "方式"]),
        ("portable, ported", ("port",), ["ported"]),
        ("nothing to see", (), []),
    ],
)
def test_marks_words_as_the_index_has_them(text: str, words: tuple[str, ...], marked: list[str]) -> None:
    assert _marked(text, *words) == marked


def test_shows_a_short_text_whole_on_one_line() -> None:
    assert printed([Excerpt("one\n  two", indent=2)]) == "  one two"


def test_cuts_what_is_longer_than_the_window() -> None:
    shown = printed([Excerpt("word " * 40, indent=3)], width=40)
    assert len(shown) == 40
    assert shown.startswith("   word")
    assert shown.endswith("…")


def test_shows_the_piece_with_the_matches() -> None:
    text = "filler " * 60 + "the invoices are stored in PostgreSQL " + "filler " * 60
    shown = printed([Excerpt(text, ("invoic", "store"))], width=70)
    assert "invoices are stored" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert len(shown) <= 70


def test_fills_the_line_when_the_match_is_at_the_end() -> None:
    shown = printed([Excerpt("filler " * 60 + "invoices", ("invoic",))], width=60)
    assert shown.endswith("invoices")
    assert len(shown) > 50


def test_counts_wide_letters_as_two_cells() -> None:
    piece = Excerpt("漢字" * 200 + "認証" + "漢字" * 200, ("認証",)).cut(40)
    assert "認証" in piece.plain
    assert piece.cell_len <= 40


@pytest.mark.parametrize("width", [0, 1, 2, 5, 30])
def test_fits_any_window(width: int) -> None:
    text = "filler " * 20 + "invoices " + "x" * 300
    assert Excerpt(text, ("invoic",)).cut(width).cell_len <= max(1, width)


def test_sends_no_control_characters() -> None:
    assert printed([Excerpt("a\x1b[2Jb", ("b",))]) == "ab"
