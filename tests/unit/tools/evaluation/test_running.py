"""Cases are asked in order, each in its own store, one at a time or several."""

from pathlib import Path

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from tests.unit.tools.evaluation.folders import document, write_case
from tools.evaluation.cases import read_material
from tools.evaluation.retrieval import Searching, asking_for_rankings
from tools.evaluation.running import Effort, ask_case, ask_cases, effort_of, steps_of

LEXICAL = asking_for_rankings(Searching(arms=("lexical",)))
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
    found = ask_case(folder, LEXICAL, None, steps.append)
    ranked = {question: {name for name, _ in by_arm["lexical"]} for question, by_arm in found.items()}
    assert {"d1", "d3"} <= ranked["late"]
    assert "d1" in ranked["early"]
    assert "d3" not in ranked["early"]
    assert ranked["never"] == ranked["empty"] == set()
    assert sum(steps) == steps_of(read_material(folder), LEXICAL) == len(CORPUS) + 4


def test_several_processes_find_what_one_finds(tmp_path: Path) -> None:
    folders = [_case(tmp_path / name) for name in ("a", "b", "c")]
    steps: list[int] = []
    several = ask_cases(folders, LEXICAL, Effort(jobs=2), steps.append)
    assert several == ask_cases(folders, LEXICAL, Effort(), lambda done: None)
    assert list(several) == folders
    assert sum(steps) == 3 * (len(CORPUS) + 4)


def test_an_error_names_its_case(tmp_path: Path) -> None:
    folders = [_case(tmp_path / name) for name in ("a", "b")]
    (folders[1] / "queries.jsonl").write_text("{}\n", encoding="utf-8")
    with pytest.raises(PhantasmError, match=r"b/queries\.jsonl, line 1") as refused:
        ask_cases(folders, LEXICAL, Effort(jobs=2), lambda done: None)
    assert refused.value.code is Code.INVALID_PARAMS


def test_a_question_counts_as_often_as_it_is_asked(tmp_path: Path) -> None:
    material = read_material(_case(tmp_path / "case"))
    twice = asking_for_rankings(Searching(arms=("lexical", "dense")))
    assert steps_of(material, twice) == len(CORPUS) + 4 * 2


def test_spends_what_a_person_wrote() -> None:
    assert effort_of(3, Path("kept")) == Effort(3, Path("kept"))
    assert effort_of(0, None).jobs >= 1
    assert effort_of(None, None).jobs >= 1
