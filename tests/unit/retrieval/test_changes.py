"""The histories of files say together what was changed lately, and what changes together."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from phantasm.evidence.model import Evidence
from phantasm.retrieval.changes import lines_of_units, numbered, order_of, signals, together
from phantasm.retrieval.forming import units_of_evidence
from phantasm.retrieval.model import Unit

_LINES = st.lists(st.integers(0, 8), max_size=8)


def _units(path: str, subjects: list[str]) -> list[Unit]:
    seen = Evidence(
        id=f"ev_{path}",
        seq=1,
        origin="repository_file",
        trusted=False,
        media_type="text/plain",
        source=None,
        bytes=0,
        session_id=None,
        sensitivity="normal",
        observed_at="2026-01-01T00:00:00.000000Z",
        recorded_at="2026-01-01T00:00:00.000000Z",
        erased_at=None,
        text="\n".join([path, *subjects]),
    )
    return units_of_evidence(seen, 1, 0)


def test_reads_a_history_from_its_parts() -> None:
    subjects = [f"Change number {number} of the queue" for number in range(100)]
    units = _units("src/queue.py", subjects)
    assert len(units) > 1
    assert len(lines_of_units(units[::-1])) == len(subjects)


def test_the_same_line_has_the_same_number() -> None:
    assert numbered({4: ["a", "b"], 7: ["c", "a"]}) == {4: [0, 1], 7: [2, 0]}


def test_orders_commits_across_files() -> None:
    assert order_of([[0, 1], [1, 2], [0, 2], [3]]) == [0, 1, 2, 0]


def test_leaves_out_a_subject_that_is_there_twice() -> None:
    assert order_of([[0, 1, 0, 2], [0, 3]]) == [-1, 0, 1, 0]


@given(st.lists(_LINES, max_size=8))
def test_every_order_ends(histories: list[list[int]]) -> None:
    order = order_of(histories)
    assert order == order_of(histories)
    assert all(place < len(order) for place in order)


@given(st.permutations(range(12)), st.lists(st.sets(st.integers(0, 11)), max_size=8))
def test_no_commit_is_known_to_be_later_than_it_is(names: list[int], touched: list[set[int]]) -> None:
    histories = [[names[commit] for commit in sorted(commits)] for commits in touched]
    order = order_of(histories)
    assert all(order[name] <= place for place, name in enumerate(names) if name < len(order))
    for history in histories:
        assert [order[line] for line in history] == sorted({order[line] for line in history})


def test_a_file_that_nobody_touches_any_more_is_dormant() -> None:
    subjects = [f"change {number}" for number in range(40)]
    alive, dead = _units("alive.py", subjects), _units("dead.py", subjects[:10])
    parts = signals({0: alive, 2: dead}, np.zeros(3))
    assert parts["dormant"][0] == 0.0
    assert parts["dormant"][1] == 0.0
    assert parts["dormant"][2] > 0.9
    assert parts["busy"][0] > parts["busy"][2] == 0.0


def test_a_short_history_says_little_about_what_is_dormant() -> None:
    parts = signals({0: _units("a.py", ["one", "two", "three"]), 1: _units("b.py", ["one"])}, np.zeros(2))
    assert parts["dormant"][1] <= 0.1


def test_nothing_is_said_where_nothing_is_a_history() -> None:
    assert not any(values.any() for values in signals({}, np.ones(4)).values())


def test_files_that_change_with_the_best_one_gain() -> None:
    histories = {0: [1, 2], 1: [1, 2], 2: [3], 3: [2]}
    found = together(histories, [0])
    assert found[1] > found[3] > found[2] == 0.0
    assert found[0] == 0.0
