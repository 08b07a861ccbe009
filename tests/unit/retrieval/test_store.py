"""Units come, move between now and the past, and go; the counts follow, and ids are never used again."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from phantasm.retrieval import matching, store
from phantasm.retrieval.forming import unit_of_record
from phantasm.retrieval.model import Unit
from phantasm.state.model import Content
from phantasm.storage.inspection import reader
from phantasm.storage.work import Work
from tests.conftest import Project
from tests.unit.state.records import LIVE


@contextmanager
def _writing(project: Project) -> Iterator[Work]:
    with project.runtime.environment.database.write("test") as (connection, head):
        yield reader(connection, head)


def _unit(number: int, statement: str, **fields: Any) -> Unit:
    record = LIVE._replace(id=f"rec_{number}", seq=number, content=Content(statement))
    return unit_of_record(record, number)._replace(**fields)


def _found(work: Work, word: str, *, live: bool = True) -> list[int]:
    return [name for name, _ in matching.match(work, f'"{word}"', 10, live=live)]


def test_what_is_inserted_is_found_and_counted(project: Project) -> None:
    with _writing(project) as work:
        store.insert(work, [_unit(1, "parser cache"), _unit(2, "parser queue", live=False)])
        assert (_found(work, "parser"), _found(work, "parser", live=False)) == ([1], [2])
        sizes = store.sizes(work)
        assert (sizes.live, sizes.past, sizes.units) == (1, 1, 2)


def test_what_moves_is_found_where_it_went(project: Project) -> None:
    with _writing(project) as work:
        store.insert(work, [_unit(1, "parser cache")])
        store.move(work, store.of_items(work, ["rec_1"]), live=False)
        assert (_found(work, "parser"), _found(work, "parser", live=False)) == ([], [1])
        store.move(work, store.of_items(work, ["rec_1"]), live=True)
        assert (_found(work, "parser"), _found(work, "parser", live=False)) == ([1], [])
        assert (store.sizes(work).live, store.sizes(work).past) == (1, 0)


@pytest.mark.parametrize("live", [True, False])
def test_what_is_erased_leaves_a_stub_without_a_word(project: Project, *, live: bool) -> None:
    with _writing(project) as work:
        store.insert(work, [_unit(1, "parser cache", live=live), _unit(2, "queue")])
        seq = work.seq
        store.erase(work, store.of_items(work, ["rec_1"]))
        assert _found(work, "parser", live=live) == []
        assert matching.vocabulary(work, [("a", "q")], live_only=False) == []
        assert (store.of_items(work, ["rec_1"]), store.find(work, [1])) == ([], {})
        assert (store.erased_since(work, seq - 1), store.erased_since(work, seq)) == ([1], [])
        assert (store.sizes(work).live, store.sizes(work).past) == (1, 0)


def test_an_id_is_never_used_again(project: Project) -> None:
    with _writing(project) as work:
        assert store.next_id(work) == 1
        store.insert(work, [_unit(1, "parser"), _unit(2, "cache")])
        store.erase(work, store.of_items(work, ["rec_2"]))
        assert store.next_id(work) == 3


def test_hands_out_what_later_writes_brought_in_order(project: Project) -> None:
    with _writing(project) as work:
        store.insert(work, [_unit(3, "c"), _unit(1, "a"), _unit(2, "b"), _unit(4, "d", seq=3)])
        last = 2**63 - 1
        assert [unit.id for unit in store.brought_after(work, (1, last), 10)] == [2, 3, 4]
        assert [unit.id for unit in store.brought_after(work, (3, 3), 10)] == [4]
        assert [unit.id for unit in store.brought_after(work, (0, last), 2)] == [1, 2]
        assert (store.count_after(work, 0), store.count_after(work, 2)) == (4, 2)


def test_knows_what_is_beside(project: Project) -> None:
    with _writing(project) as work:
        places = [("s", 0), ("s", 1), ("t", 0)]
        units = [
            _unit(number, "word word", grouping=grouping, position=position)
            for number, (grouping, position) in enumerate(places, 1)
        ]
        store.insert(work, units)
        assert [unit.id for unit in store.beside(work, [("s", 1), ("t", 0), ("t", 5)])] == [2, 3]
        assert store.beside(work, []) == []
        assert (store.next_position(work, "s"), store.next_position(work, "new")) == (2, 0)


def test_a_unit_comes_back_as_it_went_in(project: Project) -> None:
    unit = _unit(1, "The parser was moved in 2026.", grouping="s", position=3, sensitivity="sensitive")
    with _writing(project) as work:
        store.insert(work, [unit])
        assert store.find(work, [1]) == {1: unit}
