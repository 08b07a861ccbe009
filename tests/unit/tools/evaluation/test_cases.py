"""Case folders are found and read, and whoever wrote a wrong line is told which."""

from pathlib import Path

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from tests.unit.tools.evaluation.folders import document, write_case
from tools.evaluation.cases import find_cases, read_judgements, read_material

ONE = [document("d1", "one")]


def test_finds_cases_in_and_below_folders_each_once(tmp_path: Path) -> None:
    first = write_case(tmp_path / "set" / "b", ONE)
    second = write_case(tmp_path / "set" / "a", ONE)
    other = write_case(tmp_path / "deep" / "er" / "c", ONE)
    found = find_cases([tmp_path / "set", first, other])
    assert [case.folder for case in found] == [second, first, other]
    assert [case.set for case in found] == ["set", "set", "er"]


def test_tells_sets_of_one_name_apart(tmp_path: Path) -> None:
    write_case(tmp_path / "one" / "set" / "a", ONE)
    write_case(tmp_path / "two" / "set" / "a", ONE)
    names = [case.set for case in find_cases([tmp_path])]
    assert names == [str(tmp_path / "one" / "set"), str(tmp_path / "two" / "set")]


def test_refuses_a_folder_without_cases(tmp_path: Path) -> None:
    with pytest.raises(PhantasmError, match="there is no case in") as refused:
        find_cases([tmp_path])
    assert refused.value.code is Code.NOT_FOUND
    with pytest.raises(PhantasmError, match="is not a folder"):
        find_cases([tmp_path / "missing"])


def test_reads_everything_that_a_line_says(tmp_path: Path) -> None:
    corpus = [
        document("d1", "said\u2028so", timestamp="5", group="S1", role="user"),
        document("d2", "done", files=["a.py"]),
        {"_id": "d3", "title": "A title", "text": "and a text"},
    ]
    questions = [
        document("q1", "who?", kind="temporal", before=1, answer="x"),
        {"_id": "q2", "text": "what?"},
    ]
    material = read_material(write_case(tmp_path / "case", corpus, questions))
    said, done, titled = material.documents
    assert (said.text, said.timestamp, said.group, said.role) == ("said\u2028so", "5", "S1", "user")
    assert (done.files, done.group, said.files) == (True, None, False)
    assert titled.text == "A title\nand a text"
    assert [(one.kind, one.before) for one in material.questions] == [("temporal", 1), ("query", None)]


def test_reads_gold_and_stale(tmp_path: Path) -> None:
    judged = [("q1", "d1", 1), ("q1", "d2", 2), ("q1", "d3", -1), ("q2", "d1", 0)]
    found = read_judgements(write_case(tmp_path / "case", ONE, (), judged))
    assert found.gold == {"q1": {"d1", "d2"}}
    assert found.stale == {"q1": {"d3"}, "q2": {"d1"}}


def test_reads_answers_of_any_kind(tmp_path: Path) -> None:
    answers = ("7 May", 2022, None, ["Rome", 3], 0)
    questions = [document(f"q{number}", "?", answer=answer) for number, answer in enumerate(answers)]
    found = read_judgements(write_case(tmp_path / "case", ONE, [*questions, document("none", "?")], ()))
    assert list(found.references.values()) == ["7 May", "2022", "", "['Rome', 3]", "", ""]
    assert found.references["none"] == ""


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"_id": "d2", "text": "x"', "line 3: is not valid JSON"),
        ("[1]", "line 3: is not a JSON object"),
        ('{"text": "x"}', "line 3: has no _id"),
        ('{"_id": "a b", "text": "x"}', "line 3: has no _id, a text without white space"),
        ('{"_id": 7, "text": "x"}', "line 3: has no _id"),
        ('{"_id": "d2"}', "line 3: has no text"),
        ('{"_id": "d2", "text": "\\ud800"}', "line 3: text holds an unpaired surrogate"),
        ('{"_id": "d2", "text": "x", "metadata": 1}', "line 3: metadata is not an object"),
        ('{"_id": "d1", "text": "x"}', "line 3: has the _id of line 1: 'd1'"),
    ],
)
def test_says_which_line_is_wrong(tmp_path: Path, line: str, problem: str) -> None:
    folder = write_case(tmp_path / "case", ONE)
    with (folder / "corpus.jsonl").open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")  # an empty line is no line, and is counted
    with pytest.raises(PhantasmError) as refused:
        read_material(folder)
    assert problem in refused.value.message
    assert "corpus.jsonl" in refused.value.message
    assert refused.value.code is Code.INVALID_PARAMS


def test_says_which_question_or_judgement_is_wrong(tmp_path: Path) -> None:
    folder = write_case(tmp_path / "case", ONE, [document("q1", "?", before="soon")])
    with pytest.raises(PhantasmError, match=r"queries\.jsonl, line 1: metadata\.before"):
        read_material(folder)
    (folder / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td1\tyes\n", encoding="utf-8")
    with pytest.raises(PhantasmError, match=r"qrels\.tsv, line 2: 'yes' is not a whole number"):
        read_judgements(folder)
    (folder / "qrels.tsv").write_text("q1 d1 1\n", encoding="utf-8")
    with pytest.raises(PhantasmError, match=r"qrels\.tsv, line 1: has not three columns"):
        read_judgements(folder)
    (folder / "qrels.tsv").write_bytes(b"query-id\tcorpus-id\tscore\nq\xff\td1\t1\n")
    with pytest.raises(PhantasmError, match=r"qrels\.tsv, line 2: is not valid UTF-8"):
        read_judgements(folder)
    (folder / "qrels.tsv").unlink()
    with pytest.raises(PhantasmError, match=r"has no qrels\.tsv"):
        read_judgements(folder)
