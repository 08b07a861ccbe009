"""Which figures of an evaluation stay with the project?"""

import shutil
from pathlib import Path
from typing import Any

import pytest

import phantasm
from phantasm.config.finding import FOLDER
from phantasm.config.paths import Paths
from phantasm.contracts.errors import PhantasmError
from tests.conftest import Project
from tests.fixtures.histories import History
from tools.evaluation.measures import figures_of, keep_evaluation

RETRIEVAL: dict[str, Any] = {
    "arms": ["hybrid"],
    "limit": 100,
    "questions": 2,
    "sets": [
        {
            "set": "small",
            "tables": {"hybrid": {"plain": {"n": 2, "MRR": 0.25}, "all": {"n": 2, "MRR": 0.5, "R@1": 1}}},
            "intervals": {"hybrid": {"all": {"MRR": [0.25, 0.75], "R@1": [1.0, 1.0]}}},
            "differences": [],
        }
    ],
}
CONTEXT: dict[str, Any] = {
    "budgets": [500],
    "model": "openai",
    "sets": [
        {
            "set": "small",
            "table": {"all": {"n": 3, "gold@500": 0.5}},
            "intervals": {"all": {"gold@500": [0, 1]}},
        }
    ],
}
CLAIMS: dict[str, Any] = {
    "extractor": "rules",
    "sets": [
        {"set": "said", "sentences": 9, "kinds": {"all": {"wanted": 4, "precision": 1.0, "recall": None}}}
    ],
}


def test_keeps_what_was_measured_over_all_questions(project: Project) -> None:
    assert keep_evaluation(project.root, "retrieval", RETRIEVAL)
    data = project.get("evaluations")
    (run,) = data["runs"]
    assert data["total"] == 1
    assert (run["measured"], run["version"]) == ("retrieval", phantasm.__version__)
    assert run["settings"] == {"arms": ["hybrid"], "limit": 100}
    own = {"set": "small", "arm": "hybrid", "questions": 2}
    assert run["figures"] == [
        own | {"name": "MRR", "value": 0.5, "low": 0.25, "high": 0.75},
        own | {"name": "R@1", "value": 1.0, "low": 1.0, "high": 1.0},
    ]
    assert "commit" not in run, "there is no repository"


def test_figures_of_other_widths_are_kept_apart(project: Project) -> None:
    assert keep_evaluation(project.root, "retrieval", RETRIEVAL | {"dimensions": 768, "layers": 6})
    (run,) = project.get("evaluations")["runs"]
    assert run["settings"] == {"arms": ["hybrid"], "limit": 100, "dimensions": 768, "layers": 6}


def test_names_the_commit_and_keeps_the_newest_last(project: Project) -> None:
    (project.root / "a.txt").write_text("a", encoding="utf-8")
    commit = History(project.root).commit("Begin")
    for measured, data in (("retrieval", RETRIEVAL), ("context", CONTEXT), ("retrieval", RETRIEVAL)):
        keep_evaluation(project.root / ".phantasm", measured, data)  # type: ignore[arg-type]
    runs = project.get("evaluations")["runs"]
    assert [run["measured"] for run in runs] == ["retrieval", "context", "retrieval"]
    assert {run["commit"] for run in runs} == {commit}
    chosen = project.get("evaluations", measured=["retrieval"], limit=1)
    assert (chosen["total"], chosen["runs"]) == (2, runs[-1:])


def test_reads_every_kind_of_report() -> None:
    (context,) = figures_of("context", CONTEXT)
    assert (context.name, context.value, context.low, context.questions) == ("gold@500", 0.5, 0, 3)
    (claims,) = figures_of("claims", CLAIMS)
    assert (claims.name, claims.value, claims.questions) == ("precision", 1.0, 9)
    (score,) = figures_of("continuity", {"score": 0.9, "expectations": 10, "met": 9})
    assert (score.set, score.name, score.value, score.questions) == ("scenarios", "score", 0.9, 10)


def test_keeps_nothing_outside_a_project(tmp_path: Path) -> None:
    assert not keep_evaluation(tmp_path, "retrieval", RETRIEVAL)
    assert list(tmp_path.iterdir()) == []


def test_does_not_write_into_a_project_that_nobody_accepted(project: Project, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(project.paths.folder, copy / FOLDER)
    with pytest.raises(PhantasmError, match="nobody has accepted it"):
        keep_evaluation(copy, "retrieval", RETRIEVAL)
    assert not Paths(copy).evaluations.exists()
