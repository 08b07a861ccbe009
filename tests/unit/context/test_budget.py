"""The longest prefix is taken, measured with everything around it; what was said takes no room."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phantasm.context.compiler import Filled, fill
from phantasm.context.model import Entry, Left
from phantasm.context.profiles import FormatName
from phantasm.context.render import NOTHING, Size, lines_of
from tests.unit.context.samples import FORMATS, quote, record, style

ENDLESS = Size(1 << 40, 1 << 40)
law = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def entry(name: str, text: str = "Some words about it.", **fields: Any) -> Entry:
    candidate = record(name, text)
    return Entry(candidate, "facts", ((0, len(text)),), **fields)


def test_takes_what_fits_and_no_more() -> None:
    entries = [entry(f"r{n}") for n in range(5)]
    whole = fill(entries, style(), ENDLESS)
    assert list(whole.chosen) == ["r0", "r1", "r2", "r3", "r4"]
    tight = fill(entries, style(), Size(whole.size.tokens - 1, whole.size.characters))
    assert list(tight.chosen) == ["r0", "r1", "r2", "r3"]
    narrow = fill(entries, style(), Size(whole.size.tokens, whole.size.characters - 1))
    assert narrow.chosen == tight.chosen


def test_takes_nothing_after_what_does_not_fit() -> None:
    entries = [entry("a"), entry("b", "word " * 80), entry("c")]
    room = fill([entries[0], entries[2]], style(), ENDLESS).size
    assert list(fill(entries, style(), room).chosen) == ["a"], "a prefix, so that more room keeps no less"


def test_floors_are_taken_anyway() -> None:
    entries = [entry("a", is_floor=True), entry("b")]
    found = fill(entries, style(), NOTHING)
    assert list(found.chosen) == ["a"]
    assert not found.size.fits(NOTHING)


def test_what_was_said_already_takes_no_room() -> None:
    entries = [entry("a"), entry("b")]
    found = fill(entries, style(), ENDLESS, already={"a"})
    assert list(found.chosen) == ["b"]
    assert found.size == fill(entries[1:], style(), ENDLESS).size


def test_lines_grow() -> None:
    text = "First sentence of it. Second sentence of it. Third."
    told = quote("1", text)
    parts = [Entry(told, "quoted", (span,)) for span in ((0, 22), (45, 51), (22, 45))]
    assert [fill(parts[: n + 1], style(), ENDLESS).chosen["ev_1"].spans for n in range(3)] == [
        ((0, 22),),
        ((0, 22), (45, 51)),
        ((0, 51),),
    ]


def test_what_belongs_together_comes_together() -> None:
    pair = entry("a", beside=(entry("b"),))
    size = fill([pair], style(), ENDLESS).size
    assert fill([pair], style(), Size(size.tokens - 1, size.characters)).chosen == {}
    assert list(fill([pair], style(), size).chosen) == ["a", "b"]


def test_what_came_along_and_was_said_is_not_said_again() -> None:
    pair = entry("a", beside=(entry("b"),))
    assert list(fill([pair], style(), ENDLESS, already={"b"}).chosen) == ["a"]


@pytest.mark.parametrize("before", [True, False])
def test_twins_are_named(*, before: bool) -> None:
    twin = Entry(record("twin", "x"), "facts", (), merged_into=record("a", "x"))
    found = fill([twin, entry("a")] if before else [entry("a"), twin], style(), ENDLESS)
    assert found.chosen["a"].also == ("twin",)
    assert [(one.candidate.id, one.reason) for one in found.left] == [("twin", "duplicate")]
    assert found.size == fill([entry("a")], style(), ENDLESS).size, "it takes no room"


def test_says_what_did_not_fit_where_somebody_asks() -> None:
    entries: list[Entry | Left] = [entry("a", is_floor=True), entry("b"), entry("c")]
    entries.append(Left(record("d", "x"), "limit", "many"))
    quiet, told = (fill(entries, style(), NOTHING, drain=drain) for drain in (False, True))
    assert told.chosen == quiet.chosen
    assert told.size == quiet.size
    assert {one.candidate.id: one.reason for one in told.left} == {"b": "budget", "c": "budget", "d": "limit"}


def test_names_both_sides_that_did_not_fit() -> None:
    pair = entry("b", beside=(entry("c"),))
    found = fill([entry("a", is_floor=True), pair], style(), NOTHING, drain=True)
    assert {one.candidate.id: one.reason for one in found.left} == {"b": "budget", "c": "budget"}


@pytest.mark.parametrize("drain", [True, False])
def test_twins_beyond_the_cut_change_nothing(*, drain: bool) -> None:
    """What is said and what was merged into it must not depend on whether somebody wants to know why."""
    twin = Entry(record("twin", "x"), "facts", (), merged_into=record("a", "x"))
    found = fill([entry("a", is_floor=True), entry("b"), twin], style(), NOTHING, drain=drain)
    assert found.chosen["a"].also == ()


_QUOTE = st.tuples(st.sampled_from(["2026-03-04", "2026-03-05", "2026-03-06"]), st.text("ab c<", min_size=1))


@law
@given(quotes=st.lists(_QUOTE, max_size=6), facts=st.integers(0, 3), form=st.sampled_from(FORMATS))
def test_measures_at_least_what_is_written(
    quotes: list[tuple[str, str]], facts: int, form: FormatName
) -> None:
    how = style(form)
    entries = [entry(f"r{n}") for n in range(facts)]
    for n, (day, text) in enumerate(quotes):
        told = quote(str(n), text, f"{day}T00:00:00.000000Z")
        entries.append(Entry(told, "quoted", ((0, len(text)),)))
    found: Filled = fill(entries, how, ENDLESS)
    inside = "".join(line.text for line in lines_of(found.chosen.values(), how, (), "5a17")[1:-1])
    assert len(inside) <= found.size.characters
    assert how.count(inside) <= found.size.tokens
