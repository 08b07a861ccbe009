"""An evaluation returns score tables by kind, with intervals, and compares the arms."""

from pathlib import Path
from typing import Any

import pytest

from phantasm.contracts.errors import PhantasmError
from phantasm.runtime.evaluation.retrieval import evaluate_retrieval, manner_of
from tests.unit.runtime.evaluation.folders import document, write_case

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


def _evaluate(*folders: Path, arms: str = "lexical", run: Path | None = None) -> dict[str, Any]:
    manner = manner_of(arms, limit=10, jobs=1, cache=None)
    return evaluate_retrieval(folders, manner, run=run, watch=lambda steps: lambda done: None)


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


def test_reads_everything_before_it_asks_anything(tmp_path: Path) -> None:
    write_case(tmp_path / "a", CORPUS, QUESTIONS, JUDGED)
    last = write_case(tmp_path / "b", CORPUS, QUESTIONS, JUDGED)
    (last / "qrels.tsv").unlink()
    manner = manner_of("lexical", limit=10, jobs=1, cache=None)
    told: list[int] = []

    def watch(steps: int) -> Any:
        told.append(steps)
        return told.append

    with pytest.raises(PhantasmError, match=r"has no qrels\.tsv"):
        evaluate_retrieval([tmp_path], manner, run=None, watch=watch)
    assert told == []


def test_understands_what_a_person_wrote() -> None:
    manner = manner_of("lexical, hybrid,lexical", limit=5, jobs=3, cache=Path("kept"))
    assert (manner.arms, manner.limit, manner.jobs) == (("lexical", "hybrid"), 5, 3)
    assert manner_of("dense", limit=1000, jobs=None, cache=None).jobs >= 1
    with pytest.raises(PhantasmError, match="there is no arm 'grep'"):
        manner_of("lexical,grep", limit=5, jobs=1, cache=None)
    for limit in (0, 1001):
        with pytest.raises(PhantasmError, match="out of range"):
            manner_of("dense", limit=limit, jobs=1, cache=None)
