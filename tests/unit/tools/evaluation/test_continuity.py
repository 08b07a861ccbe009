"""Scenarios are played with time passing, and scored by what memory tells."""

from pathlib import Path
from typing import Any

import pytest

from phantasm.contracts.errors import PhantasmError
from tools.evaluation.continuity import (
    SHIPPED,
    Scenario,
    Step,
    evaluate_continuity,
    play,
    read_scenarios,
)


def scenario(*steps: Step) -> Scenario:
    return Scenario(title="t", begins="2026-05-04T09:00:00Z", step=list(steps))


HOLD = Step(
    do="ingest",
    params={"record_kind": "fact", "statement": "The port is 8080."},
    keep={"port": "results.0.record_id"},
)


@pytest.mark.parametrize("name", [name for name, _ in read_scenarios(SHIPPED)])
def test_meets_what_the_shipped_scenario_expects(name: str) -> None:
    chosen = dict(read_scenarios(SHIPPED))[name]
    played = play(name, chosen)
    assert played["met"] == played["expectations"], played["failures"]


def test_scores_what_is_told_and_what_is_not() -> None:
    asked = Step(do="list", includes=["the PORT is  8080", "9090"], excludes=["8080", "Sarah"])
    played = play("one", scenario(HOLD, asked))
    assert (played["met"], played["expectations"]) == (2, 4)
    failures: Any = played["failures"]
    assert [one["expected"] for one in failures] == ["includes: 9090", "excludes: 8080"]


def test_counts_one_of_several() -> None:
    told = Step(do="list", includes_any=["9090", "8080"])
    untold = Step(do="list", includes_any=["9090", "Sarah"])
    assert play("one", scenario(HOLD, told))["met"] == 1
    assert play("one", scenario(HOLD, untold))["met"] == 0


def test_hands_on_what_was_kept() -> None:
    revised = Step(do="revise", params={"id": "${port}", "statement": "The port is 9090."}, after="1h")
    asked = Step(do="list", includes=["9090"], excludes=["8080"])
    assert play("one", scenario(HOLD, revised, asked))["met"] == 2


def test_expects_refusals() -> None:
    wrong: dict[str, object] = {"id": "rec_none", "statement": "a"}
    refused = Step(do="revise", params=wrong, refused="not_found")
    other = Step(do="revise", params=wrong, refused="frozen")
    assert play("one", scenario(refused))["met"] == 1
    assert play("one", scenario(other))["met"] == 0
    with pytest.raises(PhantasmError, match="was refused"):
        play("one", scenario(Step(do="revise", params=wrong)))


def test_does_not_take_the_question_for_an_answer() -> None:
    asked = Step(do="recall", params={"task": "deploy to Mars"}, excludes=["Mars"])
    assert play("one", scenario(asked))["met"] == 1


def test_says_when_an_answer_lacks_what_is_to_be_kept() -> None:
    lacking = Step(do="list", keep={"one": "records.0.id"})
    with pytest.raises(PhantasmError, match=r"records\.0\.id"):
        play("one", scenario(lacking))


def test_adds_up_a_folder(tmp_path: Path) -> None:
    for name in ("a", "b"):
        text = 'title = "t"\nbegins = "2026-05-04T09:00:00Z"\n[[step]]\ndo = "list"\nexcludes = ["x-y-z"]\n'
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    seen: list[str] = []
    report = evaluate_continuity(tmp_path, watch=seen.append)
    assert (report["expectations"], report["met"], report["score"], report["whole"]) == (2, 2, 1.0, 2)
    assert seen == ["a", "b"]
