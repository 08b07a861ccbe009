"""What is ready, what waits, how far is it? The pure answers, from items and links."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.state import graph
from phantasm.state.graph import Edge, Wait, work_graph
from phantasm.state.work_items import Item, item, urgency


def _task(name: str, status: str = "open", **payload: object) -> Item:
    return item(name, "task", {"status": status, **payload})


def _ready(items: list[Item], edges: list[Edge]) -> list[str]:
    return [one.id for one in graph.ready(work_graph(items, edges))]


class TestItem:
    @pytest.mark.parametrize(
        ("kind", "payload", "status", "is_work"),
        [
            ("task", None, "open", True),
            ("task", {"status": "In Progress"}, "in_progress", True),
            ("task", {"status": "completed"}, "done", True),
            ("goal", {"status": "canceled"}, "cancelled", True),
            ("decision", None, "open", False),
            ("decision", {"status": "proposed"}, "open", True),
            ("decision", {"status": "accepted"}, "done", True),
            ("fact", {"status": "stable"}, "open", False),
        ],
    )
    def test_reads_the_status(
        self,
        kind: str,
        payload: dict[str, object] | None,
        status: str,
        is_work: bool,  # noqa: FBT001
    ) -> None:
        read = item("a", kind, payload)
        assert (read.status, read.is_work, read.concerns) == (status, is_work, ())

    def test_says_what_it_cannot_read(self) -> None:
        read = item("a", "task", {"status": "half way", "due": "soon", "owner": ["x"], "priority": True})
        assert read.concerns == ("unknown_status", "unreadable_due")
        assert (read.status, read.due, read.owner, read.priority) == ("open", None, None, None)

    @pytest.mark.parametrize("due", ["2026-11-20", "2026-11-20T17:00:00+00:00"])
    def test_reads_a_day(self, due: str) -> None:
        assert item("a", "task", {"due": due}).due == "2026-11-20"

    def test_sorts_by_day_then_priority_then_what_was_begun(self) -> None:
        items = [
            _task("a", priority="low"),
            _task("b", priority=1),
            _task("c", due="2026-12-01", priority="low"),
            _task("d", due="2026-11-01"),
            _task("e"),
            _task("f", "in_progress"),
            _task("g", priority="P0"),
        ]
        assert [one.id for one in sorted(items, key=urgency)] == ["d", "c", "g", "b", "f", "e", "a"]


class TestReady:
    def test_is_what_nothing_open_keeps_waiting(self) -> None:
        items = [_task("a"), _task("b"), _task("c", "done"), _task("d"), item("x", "blocker", None)]
        edges = [Edge("depends_on", "a", "b"), Edge("depends_on", "b", "c"), Edge("blocks", "x", "d")]
        assert _ready(items, edges) == ["b"]
        assert [one.id for one in graph.blocked(work_graph(items, edges))] == ["a", "d"]

    def test_waits_for_no_fact_but_for_an_open_decision(self) -> None:
        items = [
            _task("a"),
            item("f", "fact", None),
            _task("b"),
            item("d", "decision", {"status": "proposed"}),
            _task("c"),
            item("e", "decision", None),
        ]
        edges = [Edge("depends_on", "a", "f"), Edge("depends_on", "b", "d"), Edge("depends_on", "c", "e")]
        assert _ready(items, edges) == ["a", "c"]

    def test_is_blocked_by_whatever_is_held_and_not_closed(self) -> None:
        items = [
            _task("a"),
            item("k", "known_issue", None),
            _task("b"),
            item("l", "known_issue", {"status": "done"}),
        ]
        assert _ready(items, [Edge("blocks", "k", "a"), Edge("blocks", "l", "b")]) == ["b"]

    def test_ignores_other_links_and_strangers(self) -> None:
        edges = [Edge("relates_to", "a", "b"), Edge("part_of", "a", "b"), Edge("depends_on", "a", "z")]
        assert _ready([_task("a"), _task("b")], edges) == ["a", "b"]


class TestWaits:
    def test_lead_through_others_by_the_shortest_way(self) -> None:
        items = [_task(name) for name in "abcd"]
        edges = [
            Edge("depends_on", "a", "b"),
            Edge("blocks", "c", "b"),
            Edge("depends_on", "c", "d"),
            Edge("depends_on", "a", "c"),
        ]
        assert graph.waits(work_graph(items, edges), "a") == [
            Wait("b", ("a", "b")),
            Wait("c", ("a", "c")),
            Wait("d", ("a", "c", "d")),
        ]


class TestProgress:
    def test_counts_the_parts_of_parts_but_nothing_cancelled(self) -> None:
        items = [
            item("g", "goal", None),
            _task("a", "done"),
            _task("b"),
            _task("c", "done"),
            _task("d", "cancelled"),
        ]
        edges = [Edge("part_of", name, whole) for name, whole in ("ag", "bg", "cb", "dg", "gb")]
        found = graph.progress(work_graph(items, edges), "g")
        assert (found.done, found.total, found.cancelled) == (2, 3, 1)


class TestCircles:
    def test_are_found_wherever_something_waits_for_itself(self) -> None:
        items = [_task(name) for name in "abcdef"]
        edges = [
            Edge("depends_on", "a", "b"),
            Edge("blocks", "c", "b"),
            Edge("depends_on", "c", "a"),
            Edge("depends_on", "d", "a"),
            Edge("part_of", "e", "f"),
            Edge("part_of", "f", "e"),
        ]
        made = work_graph(items, edges)
        assert made.circles == (("a", "b", "c", "a"), ("e", "f", "e"))
        assert [one.id for one in graph.ready(made)] == ["e", "f"]

    @given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=24))
    def test_are_true_and_none_is_missed(self, pairs: set[tuple[int, int]]) -> None:
        onward: dict[str, list[str]] = {}
        for here, there in pairs:
            onward.setdefault(str(here), []).append(str(there))
        found = graph.circles(onward)
        for way in found:
            assert way[0] == way[-1]
            assert all(there in onward[here] for here, there in pairwise(way))
        assert bool(found) == _has_circle(onward)


def _has_circle(onward: dict[str, list[str]]) -> bool:
    def reaches(start: str, goal: str, seen: set[str]) -> bool:
        for there in onward.get(start, []):
            if there == goal:
                return True
            if there not in seen:
                seen.add(there)
                if reaches(there, goal, seen):
                    return True
        return False

    return any(reaches(name, name, set()) for name in onward)
