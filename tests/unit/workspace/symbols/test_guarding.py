"""No text makes a parser run away, and nothing that can be read makes the outline fail."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phantasm.workspace.symbols.guarding import may_be_parsed
from phantasm.workspace.symbols.model import Outline
from phantasm.workspace.symbols.naming import MOST_LEVELS
from phantasm.workspace.symbols.outline import outline_of

EXTENSIONS = "py tsx js go rs java rb c cpp cs kt php swift sh toml yaml json ini mk lua".split()
PIECES = (
    "class A", "def f():", "function f()", "fn f()", "{", "}", "(", ")", "[", "]", "<", ">", ":", ";",
    "=", '"', "'", "`", "\n", "\n  ", "\n- ", "a", "B", "name: x", "@d", "#[x]", "define()", "[[t]]",
    "[t]", "k = 1", "//", "/*", "#", "--", "$x", "\\", "\t", "\x00", "\u2028", "é", "\ud800", "export ",
    "enum E", "case R", "impl T for U",
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("(" * 10_000, id="one endless line"),
        pytest.param("".join(f"name{number} {{\n" for number in range(3_000)), id="too deep"),
        pytest.param("a = 1\n" * 170_000, id="too large"),
        pytest.param("/*\n" * 1_000, id="the same again and again"),
        pytest.param("".join(f"Name{number}<\n" for number in range(3_000)), id="types in types"),
    ],
)
def test_what_nobody_wrote_is_not_parsed(text: str) -> None:
    assert not may_be_parsed(text)
    assert outline_of("a.java", text).language == ""


def test_what_somebody_wrote_is_parsed() -> None:
    lines = [
        f"def name_{number}(value: dict[str, int]) -> bool:\n    return value < {number}\n"
        for number in range(2_000)
    ]
    assert may_be_parsed("".join(lines))
    assert len(outline_of("a.py", "".join(lines)).symbols) == 2_000


@pytest.mark.parametrize("extension", EXTENSIONS)
@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.sampled_from(PIECES), max_size=60).map("".join)
    | st.binary(max_size=200).map(lambda data: data.decode("utf-8", "replace"))
)
def test_any_text_has_an_outline(extension: str, text: str) -> None:
    outline = outline_of(f"folder/a.{extension}", text)
    last = text.count("\n") + 1
    assert all(symbol.name and 1 <= symbol.start <= symbol.stop <= last for symbol in outline.symbols)
    assert outline == outline_of(f"folder/a.{extension}", text)


@pytest.mark.parametrize(
    ("path", "opening"),
    [("a.json", '{"a":'), ("a.yaml", ""), ("a.lua", "class A {\n"), ("a.py", "class A:\n")],
)
def test_names_stay_short_however_deep_a_file_nests(path: str, opening: str) -> None:
    deep = "".join(f"{' ' * level}{opening or 'a:'}\n" for level in range(300))
    names = [symbol.name for symbol in outline_of(path, deep).symbols]
    assert names
    assert max(name.count(".") for name in names) <= MOST_LEVELS


def test_a_definition_is_found_beside_a_syntax_error() -> None:
    text = "def one(:\n    pass\n\nclass Two:\n    def three(self):\n        return 1\n\nx = (\n"
    assert [symbol.name for symbol in outline_of("a.py", text).symbols][-2:] == ["Two", "Two.three"]


def test_an_empty_file_defines_nothing() -> None:
    assert outline_of("", "") == Outline()
    assert outline_of("a.py", "") == Outline(language="python")
