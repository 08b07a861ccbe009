"""Cases are asked in order, each in its own store, one at a time or several."""

from pathlib import Path

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.evaluation.cases import read_material
from phantasm.runtime.evaluation.running import Manner, ask_case, ask_cases, steps_of
from tests.unit.runtime.evaluation.folders import document, write_case

LEXICAL = Manner(arms=("lexical",))
CORPUS = [
    document("d1", "The server listens on port 8400.", group="S1", role="user"),
    document("d2", "The worker reads from Redis.", group="S1", role="assistant"),
    document("d3", "The server also listens on a socket.", group="S2", role="user"),
]


def _case(folder: Path) -> Path:
    questions = [
        document("late", "Where does the server listen?"),
        document("early", "Where does the server listen?", before=2),
        document("never", "Where does the server listen?", before=0),
        document("empty", " "),
    ]
    return write_case(folder, CORPUS, questions, [("late", "d1", 1)])


def test_asks_when_only_the_first_documents_exist(tmp_path: Path) -> None:
    folder = _case(tmp_path / "case")
    steps: list[int] = []
    found = ask_case(folder, LEXICAL, steps.append)["lexical"]
    ranked = {question: {name for name, _ in ranking} for question, ranking in found.items()}
    assert {"d1", "d3"} <= ranked["late"]
    assert "d1" in ranked["early"]
    assert "d3" not in ranked["early"]
    assert ranked["never"] == ranked["empty"] == set()
    assert sum(steps) == steps_of(read_material(folder), LEXICAL) == len(CORPUS) + 4


def test_several_processes_find_what_one_finds(tmp_path: Path) -> None:
    folders = [_case(tmp_path / name) for name in ("a", "b", "c")]
    steps: list[int] = []
    several = ask_cases(folders, Manner(arms=("lexical",), jobs=2), steps.append)
    assert several == ask_cases(folders, LEXICAL, lambda done: None)
    assert list(several) == folders
    assert sum(steps) == 3 * (len(CORPUS) + 4)


def test_an_error_names_its_case(tmp_path: Path) -> None:
    folders = [_case(tmp_path / name) for name in ("a", "b")]
    (folders[1] / "queries.jsonl").write_text("{}\n", encoding="utf-8")
    with pytest.raises(PhantasmError, match=r"b/queries\.jsonl, line 1") as refused:
        ask_cases(folders, Manner(arms=("lexical",), jobs=2), lambda done: None)
    assert refused.value.code is Code.INVALID_PARAMS
