"""A name gives its vocabulary's own count, lines add up, and nothing is loaded before it is needed."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phantasm.capabilities.tokens import BOUND, EXACT, NAMES, counter_for
from phantasm.contracts.errors import Code, PhantasmError
from tests.unit.capabilities.token_mix import lines

SLASHED = ("o200k_base", "mistral_v3")
"""Their words may go on after a line feed with a slash, so a line that begins with one is not alone."""

STARTS = st.characters(exclude_categories=["C", "Z"])
LINES = st.builds(
    lambda start, rest: f"{start}{rest}\n",
    STARTS,
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), max_size=40),
)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_gives_the_same_counter_every_time(name: str) -> None:
    counter = counter_for(name)
    assert counter.name == name
    assert counter.exact == (name in EXACT)
    assert counter is counter_for(name)
    assert counter.count("") == 0


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(PhantasmError) as refused:
        counter_for("claude_5")
    assert refused.value.code == Code.INVALID_PARAMS
    assert BOUND in (refused.value.expected or "")


@pytest.mark.parametrize(
    ("name", "text", "tokens"),
    [
        ("o200k_base", "tiktoken is great!", 6),
        ("cl100k_base", "tiktoken is great!", 6),
        ("o200k_base", "<|endoftext|>", 7),
        ("cl100k_base", "<|endoftext|>", 7),
        ("o200k_base", "お誕生日おめでとう", 8),
        ("cl100k_base", "お誕生日おめでとう", 9),
        ("cl100k_base", "antidisestablishmentarianism", 6),
        ("cl100k_base", "2 + 2 = 4", 7),
    ],
)
def test_openai_texts_count_as_published(name: str, text: str, tokens: int) -> None:
    assert counter_for(name).count(text) == tokens


@pytest.mark.parametrize("name", ["llama3", "qwen3", "deepseek_v3", "mistral_v3", "gemma3"])
@pytest.mark.parametrize(
    "text", ["<|endoftext|>", "<|begin_of_text|>", "<|im_start|>", "[INST]", "<s>", "<bos>"]
)
def test_special_tokens_in_a_text_are_plain_text(name: str, text: str) -> None:
    assert counter_for(name).count(text) > 1


def test_qwen_composes_before_it_counts() -> None:
    counter = counter_for("qwen3")
    assert counter.count("e\u0301te\u0301") == counter.count("\u00e9t\u00e9")


@pytest.mark.parametrize("name", [name for name in NAMES if name not in SLASHED])
def test_lines_of_the_mix_add_up(name: str) -> None:
    counter = counter_for(name)
    assert counter.count("".join(lines())) == sum(map(counter.count, lines()))


@pytest.mark.parametrize("name", SLASHED)
def test_lines_of_the_mix_add_up_but_after_a_slash(name: str) -> None:
    counter = counter_for(name)
    chosen = [line for line in lines() if not line.startswith("/")]
    assert counter.count("".join(chosen)) == sum(map(counter.count, chosen))
    assert counter.count("x :\n/usr/bin\n") == counter.count("x :\n") + counter.count("/usr/bin\n") + 1


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=150, deadline=None)
@given(some=st.lists(LINES, min_size=2, max_size=5))
def test_lines_add_up(name: str, some: list[str]) -> None:
    counter = counter_for(name)
    if name in SLASHED:
        some = [line.lstrip("/") or "x\n" for line in some]
        some = [line if line[0].isprintable() and not line[0].isspace() else f"x{line}" for line in some]
    assert counter.count("".join(some)) == sum(map(counter.count, some))


def test_choosing_loads_nothing_before_the_first_count() -> None:
    program = (
        "import sys; from phantasm.capabilities import tokens; "
        "assert 'splintr' not in sys.modules; tokens.counter_for('bound'); assert 'splintr' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
