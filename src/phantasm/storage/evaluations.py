"""How did earlier evaluations go? One line per run in a private file beside the store, the oldest dropped."""

from pathlib import Path

from pydantic import Field, ValidationError

from phantasm.contracts.kinds import MeasureName
from phantasm.contracts.model import JsonObject, Model
from phantasm.storage.files import write_durably
from phantasm.storage.lock import WriteLock

MOST_RUNS = 500
"""Runs that are kept: more than one a day for a year."""
MOST_FIGURES = 400
"""Of one run: ten measures of ten sets in three arms, with room."""


class Figure(Model):
    """One measure over all questions of one set."""

    set: str
    arm: str | None = Field(default=None, description="The way to search, where there are several")
    name: str = Field(description="The measure, such as R@10")
    value: float
    low: float | None = Field(default=None, description="In 95 % of the samples it is at least this")
    high: float | None = Field(default=None, description="In 95 % of the samples it is at most this")
    questions: int | None = None


class EvaluationRun(Model):
    """What one run measured."""

    at: str
    measured: MeasureName
    version: str = Field(description="The version of Phantasm")
    commit: str | None = Field(default=None, description="What the project had checked out")
    settings: JsonObject = Field(default={}, description="How it was measured")
    figures: list[Figure]


def keep(path: Path, run: EvaluationRun, lock: WriteLock) -> None:
    """Add a run; whoever reads meanwhile sees the file as it was or as it is, never half."""
    told = run.model_copy(update={"figures": run.figures[:MOST_FIGURES]})
    with lock.hold("evaluation"):
        runs = [*kept(path), told][-MOST_RUNS:]
        lines = (one.model_dump_json(exclude_none=True) + "\n" for one in runs)
        write_durably(path, "".join(lines).encode())


def kept(path: Path) -> list[EvaluationRun]:
    """Return every run that is kept, oldest first; a line that is none of ours is left out."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return []
    return [run for line in lines if (run := _run(line)) is not None]


def _run(line: str) -> EvaluationRun | None:
    try:
        return EvaluationRun.model_validate_json(line)
    except ValidationError:
        return None
