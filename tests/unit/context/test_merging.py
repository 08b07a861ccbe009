"""What says the same has one gist; another number, name, order, sign or denial is another thing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.context.listing import Excerpts
from phantasm.context.merging import gist
from phantasm.context.model import Asked, Candidate, Entry
from phantasm.retrieval.tokens import tokens
from tests.unit.context.samples import quote, record

_LONG = "The API server of the billing team listens on port 8400 behind the proxy in Berlin since last May"


def merged(one: Candidate, other: Candidate) -> bool:
    found = [entry for entry in Excerpts([one, other], Asked(), {}, stable=False) if isinstance(entry, Entry)]
    return any(entry.merged_into for entry in found)


def alike(one: str, other: str) -> bool:
    return merged(quote("1", one), quote("2", other, rank=1))


@pytest.mark.parametrize(
    "other", [_LONG, _LONG.upper(), f"{_LONG}!", f"So: {_LONG}.", _LONG.replace("the proxy", "proxy")]
)
def test_says_the_same(other: str) -> None:
    assert alike(_LONG, other)


@pytest.mark.parametrize(
    "other",
    [
        _LONG.replace("8400", "8500"),
        _LONG.replace("8400", "8400 and 8401"),
        _LONG.replace("listens", "never listens"),
        _LONG.replace("listens", "doesn't listen"),
        _LONG.replace("listens", "does not listen"),
        _LONG.replace("behind", "without"),
        _LONG.replace("Berlin", "Bonn"),
        _LONG.replace("listens", "only listens"),
        f"{_LONG} while the office in Hamburg moved to another one",
    ],
)
def test_says_something_else(other: str) -> None:
    assert not alike(_LONG, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice reports to Bob.", "Bob reports to Alice."),
        ("It moved from 8400 to 8500.", "It moved from 8500 to 8400."),
        ("Use tabs.", "Use blanks."),
        ("Use tabs.", "Use tabs now."),
        ("The feature is on.", "The feature is off."),
    ],
)
def test_order_and_single_words_count(one: str, other: str) -> None:
    assert not alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Retry when latency < 5 ms.", "Retry when latency > 5 ms."),
        ("Stop if a == b holds.", "Stop if a != b holds."),
        ("The offset is +5 hours.", "The offset is -5 hours."),
        ("The build works on Windows.", "The build works on Windows?"),
    ],
)
def test_signs_count(one: str, other: str) -> None:
    assert not alike(one, other)


def test_a_record_goes_into_no_quote_and_no_trusted_word_into_another() -> None:
    text = "The wheel of the pump has thirteen teeth."
    held, seen = record("a", text), quote("1", text)
    assert merged(held, quote("1", text, rank=1))
    assert merged(quote("1", text), record("a", text, rank=1)), "the record is said, wherever it stands"
    stranger = quote("2", text, trusted=False, rank=1)
    assert merged(seen, stranger)
    assert not merged(quote("2", text, trusted=False), quote("1", text, rank=1))
    assert held.is_record


@given(st.lists(st.sampled_from(["the", "a", "so", "port", "8400", "not"])))
def test_what_adds_nothing_makes_no_difference(words: list[str]) -> None:
    telling = [word for word in words if word in {"port", "8400", "not"}]
    # What only has such words is told by them.
    assert gist("", words) == gist("", telling or words)
    assert gist("", words) != gist("", [*telling, "other"])


def test_how_words_are_bent_makes_no_difference() -> None:
    assert gist("", tokens("The servers listen")) == gist("", tokens("A server listens"))
