"""A preview shows how the budget is spent."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from phantasm.surfaces.cli.shell.previewing import preview, widths
from tests.unit.surfaces.cli.rendering import printed

DATA: dict[str, Any] = {
    "text": "\n".join(f"line {number}" for number in range(12)),
    "match": "strong_match",
    "tokens": 60,
    "token_budget": 100,
    "characters": 400,
    "exact": True,
    "model": "claude",
    "format": "xml",
    "sections": [{"name": "facts", "tokens": 20, "lines": 2}, {"name": "rules", "tokens": 30, "lines": 1}],
    "lines": [{"handle": "aaaaaaaa"}],
    "omitted": [{"handle": "bbbbbbbb"}],
}


def test_shows_the_bar_the_sections_and_the_beginning() -> None:
    seen = printed(preview(DATA), width=100)
    assert seen.splitlines()[0] == "█" * 20 + "▓" * 30 + "▒" * 10 + "░" * 40
    assert "facts" in seen
    assert "20.0%" in seen
    assert "60 of 100 tokens" in seen
    assert "line 7" in seen
    assert "line 8" not in seen
    assert "4 more lines: /text" in seen
    assert "aaaaaaaa" not in seen


def test_shows_an_empty_context() -> None:
    seen = printed(preview(DATA | {"text": "", "tokens": 0, "sections": []}), width=40)
    assert seen.splitlines()[0] == "░" * 40


@given(
    st.lists(st.floats(min_value=0, max_value=1000), max_size=8),
    st.floats(min_value=1, max_value=10_000),
    st.integers(min_value=1, max_value=200),
)
def test_never_draws_beyond_the_bar(tokens: list[float], budget: float, cells: int) -> None:
    found = widths(tokens, budget, cells)
    assert len(found) == len(tokens)
    assert all(width >= 0 for width in found)
    assert sum(found) <= cells
    if sum(found) < cells:
        assert all(width > 0 for width, part in zip(found, tokens, strict=True) if part > 0)
