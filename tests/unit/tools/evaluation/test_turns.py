"""Which turns a write brought is told by the journal's digest of them."""

from typing import Any

from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.kinds import Right
from phantasm.storage.work import Caller, Work
from tests.conftest import Project
from tools.evaluation.replay_source import Turns, erased, lost, walk


def turn(place: int, **fields: Any) -> dict[str, Any]:
    return {"id": f"t{place}", "place": place, "role": "user", "text": f"said {place}"} | fields


def brought(project: Project) -> tuple[list[list[str]], int]:
    """Return which turns each write brought to the session `s`, and how many are only likely."""
    environment = project.runtime.environment
    with environment.database.read() as (connection, head):
        caller = Caller("test", frozenset({Right.READ}))
        work = Work(connection, head, to_timestamp(environment.clock.now()), environment.ids, caller)
        turns = Turns(work, environment.blobs)
        writes = [one for one in walk(work) if one.of("session", "append")]
        found = []
        for number, one in enumerate(writes, start=1):
            rows = one.of("session", "append")
            got = turns.brought("s", rows, one.seq, last=number == len(writes))
            found.append([part.id for part in got])
        assert lost(work, ["s"]) == set()
        assert erased(work, ["s"]) == set()
        return found, turns.guessed


def test_tells_parts_apart_in_any_order(project: Project) -> None:
    for places in ((4, 5), (0, 1, 2), (3,)):
        project.get("session_append", session_id="s", turns=[turn(place) for place in places])
    assert brought(project) == ([["t4", "t5"], ["t0", "t1", "t2"], ["t3"]], 0)


def test_leaves_out_what_an_overlapping_part_repeats(project: Project) -> None:
    for places in ((0, 1), (1, 2, 3), (0, 1, 2, 3, 4)):
        project.get("session_append", session_id="s", turns=[turn(place) for place in places])
    assert brought(project) == ([["t0", "t1"], ["t2", "t3"], ["t4"]], 0)


def test_finds_two_stretches_of_one_write(project: Project) -> None:
    project.get("session_append", session_id="s", turns=[turn(0), turn(4)])
    project.get("session_append", session_id="s", turns=[turn(2)])
    assert brought(project) == ([["t0", "t4"], ["t2"]], 0)


def test_goes_by_the_evidence_where_a_turn_has_grown(project: Project) -> None:
    project.get("session_append", session_id="s", turns=[turn(0), turn(1, text="said")])
    project.get("session_append", session_id="s", turns=[turn(1, text="said it all"), turn(2)])
    parts, _ = brought(project)
    assert sorted(name for part in parts for name in part) == ["t0", "t1", "t2"]
