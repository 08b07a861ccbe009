"""The lexical arm looks for telling words, affords the rare ones, and quotes whatever it is given."""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phantasm.retrieval import lexical, store
from phantasm.retrieval.forming import unit_of_record
from phantasm.retrieval.model import Unit
from phantasm.retrieval.tokens import tokens
from phantasm.state.model import Content
from phantasm.storage.inspection import reader
from phantasm.storage.sql import Conditions
from phantasm.storage.work import Work
from tests.conftest import Project
from tests.unit.state.records import LIVE


@pytest.fixture
def work(project: Project) -> Iterator[Work]:
    for number in range(6):
        project.hold(f"The worker of shard number {number} drains the queue.")
    project.hold("The parser reads migrations.")
    gone = project.hold("The broker was replaced.")
    project.get("set_state", ids=[gone], action="archive")
    with project.runtime.environment.database.read() as (connection, head):
        yield reader(connection, head)


def _units(statements: Sequence[str]) -> list[Unit]:
    return [
        unit_of_record(LIVE._replace(id=f"rec_{number}", content=Content(statement)), number)
        for number, statement in enumerate(statements, 1)
    ]


def test_asks_for_the_words_that_tell() -> None:
    assert lexical.words_of("What is the queue of the queue?") == ["queue"]
    assert lexical.words_of("what is the") != []


def test_looks_for_the_rarest_words_first(work: Work) -> None:
    terms = lexical.choose(work, lexical.words_of("worker parser unheard"), live_only=True)
    assert terms.kept == ("parser", "worker")
    assert (terms.frequencies["parser"], terms.frequencies["worker"], terms.units) == (1, 6, 7)


def test_drops_the_commonest_words_when_they_cost_too_much(project: Project) -> None:
    half = lexical.MOST_ROWS // 2
    statements = ["queue worker"] * half + ["queue", "worker", "worker"]
    units = _units(statements)
    with project.runtime.environment.database.write("test") as (connection, head):
        work = reader(connection, head)
        store.insert(work, units)
        terms = lexical.choose(work, ["worker", "queue"], live_only=True)
        assert (terms.kept, terms.dropped) == (("queue",), ("worker",))
        assert terms.frequencies == {"queue": half + 1, "worker": half + 2}


def test_counts_the_past_only_where_it_is_asked_for(work: Work) -> None:
    assert lexical.choose(work, ["broker"], live_only=True).kept == ()
    assert lexical.choose(work, ["broker"], live_only=False).kept == ("broker",)
    here = {"conditions": Conditions(), "limit": 5}
    assert lexical.matches(work, '"broker"', live_only=True, **here) == {}  # type: ignore[arg-type]
    assert len(lexical.matches(work, '"broker"', live_only=False, **here)) == 1  # type: ignore[arg-type]


def test_common_words_are_passed_over_where_rare_ones_fill_the_page(project: Project) -> None:
    drawn = random.Random(3)
    words = {"worker": 0.9, "queue": 0.5, "shard": 0.2, "parser": 0.06, "broker": 0.03, "lock": 0.01}
    statements = [
        " ".join(
            word
            for word, share in words.items()
            for _ in range(drawn.choice((1, 1, 1, 3)))
            if drawn.random() < share
        )
        for _ in range(3_000)
    ]
    with project.runtime.environment.database.write("test") as (connection, head):
        work = reader(connection, head)
        store.insert(work, _units([f"{statement} drains" for statement in statements]))
        passed_over = 0
        for size in range(2, len(words) + 1):
            for asked in combinations(words, size):
                terms = lexical.choose(work, asked, live_only=True)
                everything = lexical.any_of(terms.kept)
                for limit in (10, 60, 100):
                    wanted = {"live_only": True, "conditions": Conditions()}
                    found = lexical.best(work, terms, limit, **wanted)  # type: ignore[arg-type]
                    assert list(found.items()) == list(
                        lexical.matches(work, everything, limit, **wanted).items()  # type: ignore[arg-type]
                    )
                    passed_over += bool(lexical.parted(terms, limit)[1])
        assert passed_over, "or nothing was tried here"


def test_no_word_is_passed_over_that_may_bring_a_hit() -> None:
    def common(*counts: int) -> tuple[str, ...]:
        words = tuple(f"w{number}" for number in range(len(counts)))
        terms = lexical.Terms(words, (), dict(zip(words, counts, strict=True)), 10_000)
        return lexical.parted(terms, 100)[1]

    assert common(200, 5_000) == ("w1",)
    assert common(2, 200, 4_000, 5_000) == ("w2", "w3")
    assert common(120, 5_000) == (), "hardly a page"
    assert common(200, 1_000) == (), "a short text with that word may be before a long one with the other"
    assert common(200, 300) == (), "too few to matter"
    assert common(4_000, 4_000, 4_900) == (), "more than half of the rows have the rarer words"
    assert common(5_000) == common() == ()


def test_equal_matches_come_in_the_order_of_writing(work: Work) -> None:
    found = lexical.matches(work, lexical.any_of(["worker"]), 4, live_only=True, conditions=Conditions())
    assert list(found) == sorted(found)
    assert len(found) == 4


def test_finds_words_in_a_row(work: Work) -> None:
    def count(text: str) -> int:
        row = lexical.in_a_row(tokens(text))
        return len(lexical.matches(work, row, 10, live_only=True, conditions=Conditions()))

    assert (count("parser reads"), count("reads parser"), count("")) == (1, 0, 0)


def test_guesses_what_a_misspelt_word_stands_for(work: Work) -> None:
    assert lexical.nearby(work, ["parsr"], live_only=True) == ["parser"]
    assert lexical.nearby(work, ["parser"], live_only=True)[0] == "parser"
    assert lexical.nearby(work, ["zzz"], live_only=True) == []


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.one_of(st.text(max_size=30), st.sampled_from(['"', "a OR", "NEAR(", "x*", "-y", "{a b}: c", "^q"])))
def test_quotes_whatever_it_is_given(work: Work, text: str) -> None:
    for expression in (lexical.any_of(lexical.words_of(text)), lexical.in_a_row(tokens(text))):
        lexical.matches(work, expression, 5, live_only=False, conditions=Conditions())
    lexical.nearby(work, lexical.words_of(text), live_only=False)
