"""An evaluation returns score tables by kind, with intervals, and compares the arms."""

from pathlib import Path
from typing import Any

import pytest

from phantasm.contracts.errors import PhantasmError
from tests.unit.tools.evaluation.folders import document, write_case
from tools.evaluation.retrieval import Searching, evaluate_retrieval
from tools.evaluation.running import AS_CONFIGURED, Effort, Taking

CORPUS = [
    document("d1", "The port of the API server is 8400.", timestamp="0"),
    document("d2", "The worker depends on Redis.", timestamp="1"),
    document("d3", "The port of the API server is 8500.", timestamp="2"),
    document("d4", "Invoices are kept for ten years.", timestamp="3"),
]
QUESTIONS = [
    document("q1", "port of the API server", kind="update", answer="8500"),
    document("q2", "invoices kept for years", kind="plain"),
    document("q3", "who is the president?", kind="plain"),
]
JUDGED = [("q1", "d3", 1), ("q1", "d1", -1), ("q2", "d4", 1)]


def _evaluate(
    *folders: Path, arms: str = "lexical", run: Path | None = None, taking: Taking = AS_CONFIGURED
) -> dict[str, Any]:
    searching = Searching(tuple(arms.split(",")), 10, taking)
    return evaluate_retrieval(folders, searching, Effort(), run=run, watch=lambda steps: lambda done: None)


def test_scores_questions_by_kind(tmp_path: Path) -> None:
    write_case(tmp_path / "set" / "case", CORPUS, QUESTIONS, JUDGED)
    data = _evaluate(tmp_path, run=tmp_path / "out.trec")
    (found,) = data["sets"]
    table = found["tables"]["lexical"]
    assert found["set"] == "set"
    assert list(table) == ["plain", "update", "all"]
    assert [row["n"] for row in table.values()] == [1, 1, 2]  # what has no answer is asked and not scored
    # The later port took the earlier one's place when it was written: there is nothing stale to find.
    assert (table["update"]["MRR"], table["update"]["fresh"], table["update"]["clean@5"]) == (1, 1, 1)
    assert "fresh" not in table["plain"]
    assert found["intervals"]["lexical"]["update"]["MRR"] == [1.0, 1.0]
    assert found["differences"] == []
    assert (data["cases"], data["documents"], data["questions"]) == (1, 4, 3)
    assert data["runs"] == [str(tmp_path / "out.trec")]
    assert "q1 Q0 d3 1 " in (tmp_path / "out.trec").read_text(encoding="utf-8")


def test_reports_each_set_and_compares_arms(tmp_path: Path) -> None:
    write_case(tmp_path / "one" / "case", CORPUS, QUESTIONS, JUDGED)
    write_case(tmp_path / "two" / "case", CORPUS, QUESTIONS[1:], JUDGED[2:])
    data = _evaluate(tmp_path / "one", tmp_path / "two", arms="lexical,dense,hybrid")
    assert [one["set"] for one in data["sets"]] == ["one", "two"]
    for one in data["sets"]:
        assert list(one["tables"]) == ["lexical", "dense", "hybrid"]
        assert [found["measure"] for found in one["differences"]] == ["R@10", "MRR"]
        assert all(found["arm"] == "hybrid" for found in one["differences"])
        assert {found["against"] for found in one["differences"]} <= {"lexical", "dense"}


def test_measures_vectors_as_wide_and_as_deep_as_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PHANTASM_EMBEDDING__DIMENSIONS", "256")
    write_case(tmp_path / "set" / "case", CORPUS, QUESTIONS, JUDGED)
    usual = _evaluate(tmp_path, arms="dense")
    found = _evaluate(tmp_path, arms="dense", taking=Taking(64, 0))
    assert (found["dimensions"], found["layers"]) == (64, 0)
    assert not {"dimensions", "layers"} & set(usual)
    assert found["sets"][0]["tables"]["dense"]["all"]["n"] == 2


@pytest.mark.parametrize(
    ("taking", "says"),
    [
        (Taking(768), "no vectors of 768 numbers; it has them of: 64, 128, 256"),
        (Taking(layers=3), "after these layers alone: 0, 2, 6"),
        (Taking(dimensions=1), "greater than or equal to 16"),
    ],
)
def test_measures_nothing_under_the_name_of_something_else(tmp_path: Path, taking: Taking, says: str) -> None:
    write_case(tmp_path / "case", CORPUS, QUESTIONS, JUDGED)
    with pytest.raises(PhantasmError, match=says):
        _evaluate(tmp_path, arms="dense", taking=taking)


def test_reads_everything_before_it_asks_anything(tmp_path: Path) -> None:
    write_case(tmp_path / "a", CORPUS, QUESTIONS, JUDGED)
    last = write_case(tmp_path / "b", CORPUS, QUESTIONS, JUDGED)
    (last / "qrels.tsv").unlink()
    told: list[int] = []

    def watch(steps: int) -> Any:
        told.append(steps)
        return told.append

    with pytest.raises(PhantasmError, match=r"has no qrels\.tsv"):
        evaluate_retrieval([tmp_path], Searching(), Effort(), run=None, watch=watch)
    assert told == []
