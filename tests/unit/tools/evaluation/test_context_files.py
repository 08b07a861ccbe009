"""Contexts are written as lines of JSON where somebody looks for them, in the order of the questions."""

import json
from pathlib import Path

from tools.evaluation.cases import CaseFolder, Material, Question
from tools.evaluation.contexts import Context, Contexts, write_contexts


def _contexts(text: str) -> Contexts:
    return {budget: Context(f"{text} {budget}", ("d1", "d2"), 7, "weak_match") for budget in (500, 1000)}


def _asked(*questions: str) -> Material:
    return Material((), tuple(Question(name, "?", "query") for name in questions))


def test_one_file_holds_what_was_asked_in_order(tmp_path: Path) -> None:
    case, target = CaseFolder(tmp_path / "case", "set"), tmp_path / "out.jsonl"
    found = {case: {"q2": _contexts("x\u2028y"), "q1": _contexts("one")}}
    assert write_contexts(target, {case: _asked("q1", "q2")}, found) == [target]
    rows = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    assert [(row["query_id"], row["budget"]) for row in rows] == [
        ("q1", 500),
        ("q1", 1000),
        ("q2", 500),
        ("q2", 1000),
    ]
    assert rows[2] == {"query_id": "q2", "budget": 500, "text": "x\u2028y 500", "items": ["d1", "d2"]}


def test_a_folder_gets_a_file_per_case(tmp_path: Path) -> None:
    cases = [CaseFolder(tmp_path / name, "set") for name in ("a", "b")]
    found = {case: {"q1": _contexts(case.folder.name)} for case in cases}
    written = write_contexts(tmp_path, {case: _asked("q1") for case in cases}, found)
    assert written == [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    assert '"b 500"' in written[1].read_text(encoding="utf-8")
