"""What answers is worth more than what does not; what has been said is worth less; nothing rises."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.context.listing import most_worth, opened, place_value
from phantasm.context.model import Asked
from tests.unit.context.samples import quote, record

_TEXT = "The turbine was repaired in May. Lunch was served on the lawn. Who paid for the turbine?"
_ASKED = Asked({"turbin": 2.0, "repair": 1.0})


def test_answers_are_worth_more() -> None:
    ready = opened(quote("1", _TEXT), _ASKED)
    first, second, third = (ready.worth(place, set()) for place in range(3))
    assert first > third > second


def test_what_was_said_is_worth_less() -> None:
    ready = opened(quote("1", _TEXT), _ASKED)
    fresh = ready.worth(1, set())
    known = ready.worth(1, set(ready.read.telling[1]))
    ready.taken.add(0)
    assert fresh > known > ready.worth(1, set(ready.read.telling[1]))


def test_program_text_is_worth_less_than_prose() -> None:
    prose = opened(quote("1", "return the turbine of a hall to its owner"), _ASKED)
    code = opened(quote("1", "return {turbine: [hall(a)], owner(b): {}};"), _ASKED)
    assert prose.worth(0, set()) > code.worth(0, set())


def test_better_places_are_worth_more() -> None:
    assert place_value(0) > place_value(1) > place_value(100) > 0


def test_short_statements_are_said_whole() -> None:
    statement = "Never push to main. Ask for a review first, and wait for it. Then merge."
    assert opened(record("a", statement), Asked()).read.spans == ((0, len(statement)),)
    long = "This sentence is one of many in a long statement. " * 10
    assert len(opened(record("a", long), Asked()).read.spans) == 10


def test_evidence_is_cut_however_short() -> None:
    assert len(opened(quote("1", _TEXT), Asked()).read.spans) == 3


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_an_empty_text_has_one_empty_part(text: str) -> None:
    assert opened(quote("1", text), _ASKED).read.spans == ((0, len(text)),)


_WORDS = "the turbine repaired, in May. Why? oil! of it {a: [b]}; getUserName src/app/users.py v1.2.3"


@given(
    st.lists(st.sampled_from(_WORDS.split()), max_size=60),
    st.integers(0, 200),
    st.sets(st.sampled_from(["turbin", "repair", "oil", "may"])),
)
def test_nothing_is_worth_more_than_the_most(words: list[str], rank: int, known: set[str]) -> None:
    ready = opened(quote("1", " ".join(words), rank=rank), _ASKED)
    for place in range(len(ready.read.spans)):
        assert ready.worth(place, known) <= ready.worth(place, set()) <= most_worth(rank)
