"""Are runs kept whole, in order, privately and within bounds?"""

from pathlib import Path

from phantasm.storage.evaluations import MOST_FIGURES, MOST_RUNS, EvaluationRun, Figure, keep, kept
from phantasm.storage.lock import WriteLock


def _run(number: int, figures: int = 1) -> EvaluationRun:
    found = [Figure(set="s", name=f"m{place}", value=0.5) for place in range(figures)]
    return EvaluationRun(at=f"t{number:04d}", measured="retrieval", version="1", figures=found)


def _keep(path: Path, *runs: EvaluationRun) -> None:
    for run in runs:
        keep(path, run, WriteLock(path.parent / "lock"))


def test_keeps_runs_in_order_and_privately(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    assert kept(path) == []
    _keep(path, _run(1), _run(2))
    assert [run.at for run in kept(path)] == ["t0001", "t0002"]
    assert kept(path)[0] == _run(1)
    assert path.stat().st_mode & 0o777 == 0o600


def test_drops_the_oldest(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    lines = [_run(number).model_dump_json(exclude_none=True) for number in range(MOST_RUNS)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    _keep(path, _run(MOST_RUNS))
    assert len(kept(path)) == MOST_RUNS
    assert (kept(path)[0].at, kept(path)[-1].at) == ("t0001", f"t{MOST_RUNS:04d}")


def test_keeps_so_many_figures_of_one_run(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    _keep(path, _run(1, MOST_FIGURES + 1))
    assert len(kept(path)[0].figures) == MOST_FIGURES


def test_leaves_out_what_is_no_run(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    _keep(path, _run(1))
    path.write_bytes(path.read_bytes() + b'{"at": 3}\nnonsense \xff\n\n')
    assert [run.at for run in kept(path)] == ["t0001"]
    _keep(path, _run(2))
    assert [run.at for run in kept(path)] == ["t0001", "t0002"]
