"""A scenario is a file that says what happens and what memory must tell; what is wrong with it is named."""

from datetime import timedelta
from pathlib import Path

import pytest

from phantasm.contracts.errors import PhantasmError
from tools.evaluation.continuity import SHIPPED, Step, read_scenarios, turns_of

HEAD = 'title = "t"\nbegins = "2026-05-04T09:00:00Z"\n'


def written(folder: Path, text: str) -> Path:
    place = folder / "one.toml"
    place.write_text(HEAD + text, encoding="utf-8")
    return place


def test_reads_every_scenario_that_is_shipped() -> None:
    found = read_scenarios(SHIPPED)
    assert len(found) >= 5
    kinds = {scenario.kind for _, scenario in found}
    assert {"resume", "correction", "refocus", "gap", "deletion"} <= kinds
    assert all(any(step.expectations for step in scenario.step) for _, scenario in found)


def test_reads_one_file(tmp_path: Path) -> None:
    place = written(
        tmp_path, '[[step]]\nafter = "90m"\ndo = "list"\nincludes = ["a", "b"]\nexcludes = ["c"]\n'
    )
    ((name, scenario),) = read_scenarios(place)
    assert name == "one"
    assert scenario.step[0].pause() == timedelta(minutes=90)
    assert scenario.step[0].expectations == 3


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[[step]]\n", "a step has turns, or do, or maintain"),
        ('[[step]]\ndo = "list"\nmaintain = true\n', "a step has turns, or do, or maintain"),
        ('[[step]]\nturns = ["user: a"]\n', "turns need the session"),
        ('[[step]]\nsession = "s"\nturns = ["somebody: a"]\n', "a turn is"),
        ('[[step]]\ndo = "list"\nafter = "soon"\n', "a number and one of"),
        ('[[step]]\ndo = "list"\nexpects = ["a"]\n', "Extra inputs"),
        ("[[step]\n", "Expected"),
    ],
)
def test_names_what_is_wrong(tmp_path: Path, text: str, named: str) -> None:
    place = written(tmp_path, text)
    with pytest.raises(PhantasmError, match=named) as caught:
        read_scenarios(place)
    assert "one.toml" in caught.value.message


def test_says_when_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(PhantasmError, match="no scenario in"):
        read_scenarios(tmp_path)
    with pytest.raises(PhantasmError, match="there is no scenario"):
        read_scenarios(tmp_path / "none.toml")


def test_makes_two_turns_of_a_command() -> None:
    step = Step(session="s", turns=["user: Test it.", "$ pytest => 1: failed: no module"])
    said, ran, gave = turns_of(step, 4)
    assert (said["role"], said["text"], said["place"]) == ("user", "Test it.", 4)
    assert (ran["command"], ran["id"]) == ("pytest", "t5")
    assert (gave["exit_code"], gave["text"], gave["call"]) == (1, "failed: no module", ran["call"])
