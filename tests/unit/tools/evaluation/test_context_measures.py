"""Measures of contexts have the values that one gets by hand."""

import pytest

from tools.evaluation.contexts import Context, content_words, measure_contexts, measures_at


def _context(text: str, *items: str) -> Context:
    return Context(text, items, tokens=1, match="strong_match")


def test_measures_by_hand() -> None:
    contexts = {
        500: _context("She went in May.", "d1", "x"),
        1000: _context("She went to a group on 7 May 2023.", "d1", "d2", "d3"),
    }
    found = measure_contexts(contexts, {"d1", "d2", "missing"}, "on the 7 of May, 2023")
    assert found == pytest.approx(
        {"gold@500": 1 / 3, "gold@1000": 2 / 3, "ans@500": 1 / 2, "ans@1000": 1, "mono": 1}
    )
    assert tuple(found) == measures_at([500, 1000])


def test_sees_gold_that_falls_with_more_budget() -> None:
    contexts = {500: _context("", "d1"), 1000: _context("", "d2"), 2000: _context("")}
    assert measure_contexts(contexts, {"d1", "d2"}, "")["mono"] == 0
    assert measure_contexts({500: _context("")}, {"d1"}, "")["mono"] == 1


@pytest.mark.parametrize("reference", ["", "to be or not to be", "7", "!?", "東京"])
def test_leaves_out_answers_without_content_words(reference: str) -> None:
    assert set(measure_contexts({500: _context("7", "d1")}, {"d1"}, reference)) == {"gold@500", "mono"}


def test_takes_words_in_lower_case_without_marks() -> None:
    assert content_words("The API's port (8400) is_open; don't!") == {"api", "port", "8400", "open", "don"}
