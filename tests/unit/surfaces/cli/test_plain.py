"""Text for a terminal carries letters and nothing that steers it."""

import re

from hypothesis import given
from hypothesis import strategies as st

from phantasm.surfaces.cli.plain import one_line, plain


def test_keeps_letters_tabs_and_line_breaks() -> None:
    assert plain("Größe\t→ 日本 👩‍👧\nnext") == "Größe\t→ 日本 👩‍👧\nnext"


def test_drops_whole_sequences() -> None:
    assert plain("a\x1b[1;31mb\x1b[0mc") == "abc"
    assert plain("a\x1b]0;title\x07b\x1b]8;;http://x\x1b\\c") == "abc"
    assert plain("a\x1bPpayload\x1b\\b\x1bcd") == "abd"
    assert plain("a\x1b]unfinished") == "aunfinished"


def test_drops_single_controls_and_direction_marks() -> None:
    assert plain("a\rb\x08c\x7fd\x9be\u202ef\u2066g\ud800h") == "abcdefgh"


def test_makes_one_line() -> None:
    assert one_line("  a\n\n b\tc\x1b[2J ") == "a b c"


@given(st.text())
def test_leaves_nothing_that_steers_and_is_idempotent(text: str) -> None:
    shown = plain(text)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", shown)
    assert plain(shown) == shown
    assert "\n" not in one_line(text)
