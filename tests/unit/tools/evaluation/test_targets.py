"""A target is refused before the work when it cannot hold the answers, and files are named after cases."""

from pathlib import Path

import pytest

from phantasm.contracts.errors import PhantasmError
from tools.evaluation.cases import (
    CaseFolder,
    Material,
    Question,
    Target,
    check_target,
    is_folder,
    name_of,
    write_all,
)

MATERIAL = Material((), (Question("q1", "?", "query"),))


def test_refuses_a_file_for_questions_of_one_id(tmp_path: Path) -> None:
    cases = {CaseFolder(tmp_path / name, "set"): MATERIAL for name in ("a", "b")}
    with pytest.raises(PhantasmError, match="both ask 'q1'") as refused:
        check_target(Target(tmp_path / "deep" / "out.jsonl", "--out"), cases)
    assert refused.value.field == "--out"
    assert (tmp_path / "deep").is_dir()


def test_makes_the_folder_that_holds_a_file_for_each_case(tmp_path: Path) -> None:
    cases = {CaseFolder(tmp_path / name, "set"): MATERIAL for name in ("a", "b")}
    check_target(Target(tmp_path / "deep" / "out", "--out"), cases)
    assert (tmp_path / "deep" / "out").is_dir()
    assert is_folder(tmp_path)
    assert is_folder(tmp_path / "new")
    assert not is_folder(tmp_path / "new.jsonl")


def test_tells_cases_of_one_name_apart() -> None:
    first, second = CaseFolder(Path("/x/one/a"), "one"), CaseFolder(Path("/x/y/one/a"), "/x/y/one")
    assert name_of(first, [first]) == "a"
    assert name_of(first, [first, second]) == "one-a"
    assert name_of(second, [first, second]) == "x-y-one-a"


def test_writes_lines(tmp_path: Path) -> None:
    assert write_all({tmp_path / "a": ["1\n", "2\n"], tmp_path / "b": []}) == [tmp_path / "a", tmp_path / "b"]
    assert (tmp_path / "a").read_text(encoding="utf-8") == "1\n2\n"
    assert (tmp_path / "b").read_text(encoding="utf-8") == ""
