"""Rankings are written as TREC runs where somebody looks for them."""

from pathlib import Path

from tools.evaluation.cases import CaseFolder
from tools.evaluation.retrieval import Rankings, write_runs


def _case(place: Path, name: str) -> CaseFolder:
    return CaseFolder(place / name, place.name)


def _rankings(question: str) -> Rankings:
    return {question: {arm: [(f"{arm}-1", 1.5), ("d2", 0.25)] for arm in ("lexical", "hybrid")}}


def test_one_arm_goes_into_the_file_itself(tmp_path: Path) -> None:
    found = {_case(tmp_path, "a"): _rankings("q1"), _case(tmp_path, "b"): _rankings("q2")}
    target = tmp_path / "out.trec"
    assert write_runs(target, found, ["hybrid"]) == [target]
    assert target.read_text(encoding="utf-8").splitlines() == [
        "q1 Q0 hybrid-1 1 1.500000 phantasm-hybrid",
        "q1 Q0 d2 2 0.250000 phantasm-hybrid",
        "q2 Q0 hybrid-1 1 1.500000 phantasm-hybrid",
        "q2 Q0 d2 2 0.250000 phantasm-hybrid",
    ]


def test_several_arms_get_a_file_each(tmp_path: Path) -> None:
    found = {_case(tmp_path, "a"): _rankings("q1")}
    written = write_runs(tmp_path / "out.trec", found, ["lexical", "hybrid"])
    assert [path.name for path in written] == ["out.lexical.trec", "out.hybrid.trec"]
    assert "lexical-1" in written[0].read_text(encoding="utf-8")
    assert "lexical-1" not in written[1].read_text(encoding="utf-8")


def test_a_folder_gets_a_file_per_case_and_arm(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    found = {case: _rankings("q1") for case in (_case(one, "a"), _case(two, "a"), _case(two, "b"))}
    target = tmp_path / "runs"
    target.mkdir()
    written = write_runs(target, found, ["hybrid"])
    assert [path.name for path in written] == ["one-a.hybrid.trec", "two-a.hybrid.trec", "b.hybrid.trec"]
    assert all(path.parent == target for path in written)
