"""An evaluation returns a table over the budgets that equals what one counts on the written files."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from phantasm.contracts.errors import PhantasmError
from phantasm.contracts.model import JsonObject
from tests.unit.tools.evaluation.folders import document, write_case
from tools.evaluation.contexts import compiling_of, evaluate_contexts
from tools.evaluation.running import Effort

WANTED: JsonObject = {"model": "openai", "format": "text", "handles": "none", "nearest": True}
PLACES = ("Rome", "Oslo", "Lima", "Cairo", "Quito", "Delhi", "Minsk", "Tunis")
CORPUS = [
    document(
        f"d{number}",
        f"Ann: In week {number} I travelled to {place}. The weather there was fine and I stayed for "
        f"{number + 3} days. Then I took the train home and slept for a long time.",
        group=f"S{number}",
        timestamp=f"2023-0{number + 1}-08",
    )
    for number, place in enumerate(PLACES)
]
QUESTIONS = [
    document("q1", "When did Ann travel to Oslo?", kind="temporal", answer="In week 1, for the weather"),
    document("q2", "How many days was Ann in Lima?", kind="count", answer=5),
    document("q3", "Where did Ann travel?", kind="count", answer="Rome, Oslo, Lima, Zagreb"),
    document("q4", "Who slept after the train to Cairo?", kind="temporal", answer=None),
    document("q5", "What is the capital of France?", kind="count", answer="Paris"),
]
JUDGED = [
    ("q1", "d1", 1),
    ("q2", "d2", 1),
    *(("q3", f"d{number}", 1) for number in range(len(PLACES))),
    ("q4", "d3", 1),
    ("q4", "d0", -1),
]
BUDGETS = (250, 500)


def _evaluate(*folders: Path, budgets: str = "500,250", out: Path | None = None) -> dict[str, Any]:
    compiling = compiling_of(budgets, WANTED)
    return evaluate_contexts(folders, compiling, Effort(), out=out, watch=lambda steps: lambda done: None)


def _counted(case: Path, written: Path) -> dict[str, list[float]]:
    """Count anew, from the files alone, what each question with gold scores."""
    golds: dict[str, set[str]] = {}
    for line in (case / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        question, found, score = line.split("\t")
        if int(score) > 0:
            golds.setdefault(question, set()).add(found)
    lines = (case / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    answers = {row["_id"]: _words(row["metadata"]["answer"]) for row in map(json.loads, lines)}
    figures: dict[str, list[float]] = {}
    for row in map(json.loads, written.read_text(encoding="utf-8").splitlines()):
        if gold := golds.get(row["query_id"]):
            shares = figures.setdefault(f"gold@{row['budget']}", [])
            shares.append(len(gold & set(row["items"])) / len(gold))
            if answer := answers[row["query_id"]]:
                said = len(answer & _words(row["text"])) / len(answer)
                figures.setdefault(f"ans@{row['budget']}", []).append(said)
    return figures


def _words(value: object) -> set[str]:
    return {*re.findall(r"[a-z0-9]{2,}", str(value or "").lower())} - {"in", "for", "the"}


def test_figures_equal_what_one_counts_on_the_files(tmp_path: Path) -> None:
    case = write_case(tmp_path / "set" / "case", CORPUS, QUESTIONS, JUDGED)
    data = _evaluate(tmp_path, out=tmp_path / "out.jsonl")
    assert data["files"] == [str(tmp_path / "out.jsonl")]
    (found,) = data["sets"]
    row = found["table"]["all"]
    counted = _counted(case, tmp_path / "out.jsonl")
    means = {name: round(sum(shares) / len(shares), 4) for name, shares in counted.items()}
    assert {name: row[name] for name in means} == means
    assert {*row} == {"n", "mono", *means}
    assert row["n"] == len(counted["gold@250"]) == 4  # what has no gold is asked and not scored
    never_falls = [less <= more for less, more in zip(counted["gold@250"], counted["gold@500"], strict=True)]
    assert row["mono"] == sum(never_falls) / 4
    assert row["gold@500"] > 0.5


def test_reports_by_kind_with_tokens_and_intervals(tmp_path: Path) -> None:
    write_case(tmp_path / "set" / "case", CORPUS, QUESTIONS, JUDGED)
    data = _evaluate(tmp_path)
    assert (data["cases"], data["documents"], data["questions"]) == (1, len(CORPUS), len(QUESTIONS))
    assert (data["budgets"], data["model"], data["nearest"], data["files"]) == (
        [250, 500],
        "openai",
        True,
        [],
    )
    (found,) = data["sets"]
    assert list(found["table"]) == ["count", "temporal", "all"]
    low, high = found["intervals"]["all"]["gold@500"]
    assert low <= found["table"]["all"]["gold@500"] <= high
    assert found["over_budget"] == 0
    assert 0 <= found["no_match"] <= len(QUESTIONS)
    assert [0 < found["tokens"][str(budget)] <= budget for budget in BUDGETS] == [True, True]
    assert found["tokens"]["250"] < found["tokens"]["500"]


def test_repeats_to_the_byte(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_case(tmp_path / "set" / name, CORPUS, QUESTIONS, JUDGED)
    first = _evaluate(tmp_path / "set", out=tmp_path / "one")
    second = _evaluate(tmp_path / "set", out=tmp_path / "two")
    assert [Path(path).name for path in first["files"]] == ["a.jsonl", "b.jsonl"]
    texts = [[Path(path).read_bytes() for path in data["files"]] for data in (first, second)]
    assert texts[0] == texts[1]
    assert texts[0][0] == texts[0][1]


def test_refuses_one_file_for_questions_of_one_id(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_case(tmp_path / "set" / name, CORPUS, QUESTIONS, JUDGED)
    with pytest.raises(PhantasmError, match="both ask 'q1'") as refused:
        _evaluate(tmp_path / "set", out=tmp_path / "out.jsonl")
    assert refused.value.field == "--out"
