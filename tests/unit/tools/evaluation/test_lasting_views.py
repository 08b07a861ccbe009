"""Whether memory lasts reads well: what is the same, what differs, which scenarios went well."""

from phantasm.contracts.model import JsonObject
from tests.unit.surfaces.cli.rendering import printed
from tools.evaluation.views import played, rebuilt

REBUILT: JsonObject = {
    "equal": False,
    "entries": 12,
    "digest": "5d1f",
    "held": {"records": 3, "links": 0},
    "decided": {"records": 2, "by_operation": {"ingest": 2}},
    "derived": {"records": 1, "copied": 0, "refused": ["entry 7: busy"]},
    "pruned": {"appends_guessed": 1},
    "differences": {"records": {"only_one": ["the port"], "only_other": ["the owner"], "count": 2}},
}
PLAYED: JsonObject = {
    "scenarios": [
        {"title": "It goes on", "met": 2, "expectations": 2, "failures": []},
        {
            "title": "It breaks",
            "met": 0,
            "expectations": 1,
            "failures": [{"step": 3, "expected": "includes: pnpm", "told": "npm"}],
        },
    ],
    "expectations": 3,
    "met": 2,
    "score": 0.6667,
    "whole": 1,
}


def test_says_what_differs() -> None:
    text = printed(rebuilt(REBUILT))
    assert "another memory: 12 writes" in text
    assert "records: 2 differ" in text
    assert "only there: the port" in text
    assert "only made again: the owner" in text
    assert "refused: entry 7: busy" in text
    assert "appends guessed 1" in text


def test_says_that_it_is_the_same() -> None:
    text = printed(rebuilt(REBUILT | {"equal": True, "differences": {}, "pruned": {}}))
    assert "the same memory" in text
    assert "could not be made again: nothing" in text


def test_shows_what_a_scenario_expected() -> None:
    text = printed(played(PLAYED))
    assert "ok    It goes on  2/2" in text
    assert "FAIL  It breaks  0/1" in text
    assert "step 3: includes: pnpm" in text
    assert "score 0.6667: 2 of 3 expectations, 1 of 2 scenarios whole" in text
