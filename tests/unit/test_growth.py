"""No text can stop the product: how regular expressions grow on generated worst cases."""

import random
import re
from math import inf

import pytest

from tests.unit.growth import Pattern, growth, patterns

_SEED = 23
_SAMPLE = 60
"""One of so many patterns is tried each time; `scripts/test long` tries them all."""
_MOST = 2.5
"""Between the square and the cube, so that a busy machine does not decide."""


@pytest.mark.parametrize(
    ("text", "least"),
    [
        (r"^=* ?((?:\d+ \w+(?:, )?)+) in \d", inf),
        (r"(a+)+$", inf),
        pytest.param(r"\s*\s*\s*x", _MOST, marks=pytest.mark.long),
        (r"\d+m", 1.5),
    ],
)
def test_growth_is_seen(text: str, least: float) -> None:
    pattern = Pattern(text, 0, "test", ("search",))
    assert growth(pattern, random.Random(_SEED)).exponent >= least


@pytest.mark.parametrize("text", [r"^\d+ \w+(?:, \d+ \w+)* in \d", r"(?<!\d)\d+m", r"\A\s*+x"])
def test_what_is_linear_is_seen_to_be(text: str) -> None:
    pattern = Pattern(text, 0, "test", ("search",))
    assert growth(pattern, random.Random(_SEED)).exponent < 1.5


@pytest.mark.parametrize("step", [_SAMPLE, pytest.param(1, marks=pytest.mark.long)])
def test_no_pattern_grows_faster_than_with_the_square(step: int) -> None:
    rng = random.Random(_SEED)
    found = {str(one): grown for one in patterns()[::step] if (grown := growth(one, rng)).exponent > _MOST}
    assert not found, "\n".join(f"{name}: {grown}" for name, grown in found.items())


def test_a_pattern_that_only_matches_is_tried_so() -> None:
    tried = {one.text: one.methods for one in patterns() if one.where == "phantasm.context.framing.action"}
    talk = next(text for text in tried if "discuss" in text)
    assert re.compile(talk).match("discuss it")
    assert tried[talk] == ("match",)
