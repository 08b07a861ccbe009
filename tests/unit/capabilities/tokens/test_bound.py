"""The bound is never below any vocabulary at hand, adds up over lines, and is not silly."""

from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from splintr import Tokenizer

from phantasm.capabilities.tokens.choose import BOUND, counter_for
from tests.unit.capabilities.tokens.mix import CODE, LANGUAGES, SENTENCES, lines

if TYPE_CHECKING:
    from collections.abc import Callable

BUNDLED = (
    "o200k_base cl100k_base llama3 llama2 codellama deepseek_v3 qwen3 glm4 gpt-oss kimi_k2 kimi_k3 phi4 "
    "olmo2 modernbert mistral_v1 mistral_v2 mistral_v3 whisper_v2 whisper_v3 gemma2 gemma3 gemma4"
).split()

FINEST = ("llama2", "mistral_v1", "whisper_v2", "modernbert", "cl100k_base", "o200k_base")
"""Those that give the most tokens for one sort of text or another, and load in a moment."""

LETTERS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
WORDS = st.text(
    st.sampled_from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ     _-./0123456789"), max_size=90
)
LOOPS = st.builds(
    lambda part, times: part * times,
    st.text(st.characters(max_codepoint=0x7E), min_size=1, max_size=7),
    st.integers(1, 60),
)
TEXTS = st.one_of(
    LETTERS, WORDS, LOOPS, st.lists(st.one_of(LETTERS, WORDS, LOOPS), max_size=4).map("\n".join)
)

CLAUDE = {
    "The quick brown fox jumps over the lazy dog every morning at sunrise": 25,
    "hello, world": 4,
    "1234567890": 4,
    "q\u0302q": 4,
    "x \u0363HELLO x": 9,
    "\u0712\u0742\u0736\u0712": 12,
    "\ufdd0\ufdd0": 7,
}
"""Counts of Claude from Opus 4.7 on that others have published, without the frame of the message."""


@cache
def pieces(vocabulary: str) -> "Callable[[str], int]":
    encode = Tokenizer.from_pretrained(vocabulary).encode_ordinary
    frame = len(encode(""))
    return lambda text: len(encode(text)) - frame


bound = counter_for(BOUND)


@pytest.mark.parametrize("vocabulary", BUNDLED)
def test_no_line_of_the_mix_is_below(vocabulary: str) -> None:
    count = pieces(vocabulary)
    assert [line for line in lines() if bound.count(line) < count(line)] == []
    assert bound.count("".join(lines())) >= count("".join(lines()))


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_no_text_is_below(text: str) -> None:
    counted = bound.count(text)
    assert [name for name in FINEST if counted < pieces(name)(text)] == []


@pytest.mark.parametrize(("text", "tokens"), CLAUDE.items())
def test_it_holds_for_what_is_known_of_newer_claude_vocabularies(text: str, tokens: int) -> None:
    assert bound.count(text) >= tokens


@settings(deadline=None)
@given(st.lists(LETTERS.map(lambda text: text.replace("\n", " ") + "\n"), max_size=6), LETTERS)
def test_lines_add_up(some: list[str], rest: str) -> None:
    assert bound.count("".join(some) + rest) == sum(map(bound.count, some)) + bound.count(rest)


def test_nothing_counts_nothing() -> None:
    assert bound.count("") == 0
    assert not bound.exact


@pytest.mark.parametrize(("texts", "most"), [(SENTENCES[:2], 2.6), (CODE, 3.0), (LANGUAGES[:3], 6.0)])
def test_it_is_not_silly(texts: tuple[str, ...], most: float) -> None:
    text = "".join(f"{line}\n" for line in texts)
    assert bound.count(text) < most * pieces("o200k_base")(text)
