"""Text stays text, whatever is in it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.skills.packaging import code_block, code_span, markdown_line, one_line, seen, yaml_text

ANY = st.text(st.characters(), max_size=120)


@pytest.mark.parametrize(
    ("given_text", "expected"),
    [
        ("plain words stay", "plain words stay"),
        ("# heading", "\\# heading"),
        ("- item", "\\- item"),
        ("1. item", "\\1. item"),
        ("> quote", "\\> quote"),
        ("snake_case stays", "snake_case stays"),
        ("<!-- hidden -->", "\\<!-- hidden -->"),
        ("[a](http://x)", "\\[a\\](http://x)"),
        ("two\nlines", "two lines"),
        ("a `tick`", "a \\`tick\\`"),
        ("&lt;script", "\\&lt;script"),
    ],
)
def test_escapes_what_would_be_more_than_text(given_text: str, expected: str) -> None:
    assert markdown_line(given_text, 100) == expected


def test_takes_out_what_nobody_sees() -> None:
    assert seen("a\u200bb\u202ec\U000e0041\ufe0f\x1b[0m") == "abc[0m"
    assert seen("tab\tand\nline") == "tab\tand\nline"


@given(ANY)
def test_a_line_is_one_line_and_no_longer_than_asked(text: str) -> None:
    line = one_line(text, 40)
    assert len(line) <= 40
    assert len(line.splitlines()) <= 1


@given(ANY)
def test_a_block_of_code_cannot_be_closed_from_inside(text: str) -> None:
    first, *inside, last = code_block(text, "sh")
    fence = last
    assert first == f"{fence}sh"
    assert not any(line.strip().startswith(fence) for line in inside)


@given(ANY)
def test_a_code_span_is_longer_than_any_run_inside(text: str) -> None:
    span = code_span(text, 100)
    ticks = len(span) - len(span.lstrip("`"))
    assert not span or "`" * ticks not in span[ticks:-ticks]


@given(ANY)
def test_a_scalar_never_ends_the_frontmatter(text: str) -> None:
    scalar = yaml_text(text, 200)
    assert "---" not in scalar
    assert "\n" not in scalar
    assert scalar[0] == scalar[-1] == '"'
