"""What of an evaluation is kept with the project, so that quality can be seen over time?"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from phantasm import __version__
from phantasm.capabilities.clock import SystemClock
from phantasm.config.paths import Paths
from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.kinds import MeasureName
from phantasm.contracts.model import JsonObject
from phantasm.runtime.evaluation.summaries import EVERYTHING
from phantasm.runtime.safety import refuse_unsafe, typed_failures
from phantasm.storage.evaluations import EvaluationRun, Figure, keep
from phantasm.storage.lock import WriteLock
from phantasm.workspace.place import commit_at
from phantasm.workspace.repository import find_project

_SETTINGS = (
    *("arms", "limit", "dimensions", "layers"),
    *("budgets", "model", "format", "handles", "nearest", "extractor"),
)
"""What says how it was measured: runs that differ in these are not compared."""
_SHARES = frozenset({"precision", "recall", "precision_any_kind", "recall_any_kind"})
"""What is measured of claims; the rest of a row is what was counted."""
_SCENARIOS = "scenarios"
"""The name of the one set that continuity has."""


def keep_evaluation(start: Path, measured: MeasureName, data: JsonObject) -> bool:
    """Keep the figures of a run with the project that a folder belongs to; tell whether there is one."""
    root = find_project(start.absolute())
    if root is None or not Paths(root).store.exists():
        return False
    paths = Paths(root)
    refuse_unsafe(paths)
    run = EvaluationRun(
        at=to_timestamp(SystemClock().now()),
        measured=measured,
        version=__version__,
        commit=commit_at(root),
        settings={name: data[name] for name in _SETTINGS if name in data},
        figures=list(figures_of(measured, data)),
    )
    with typed_failures():
        keep(paths.evaluations, run, WriteLock(paths.lock))
    return True


def figures_of(measured: MeasureName, data: JsonObject) -> Iterator[Figure]:
    """Yield what a report says over all questions of each set."""
    if measured == "continuity":
        yield from _figures(_SCENARIOS, {"score": data.get("score"), "n": data.get("expectations")})
        return
    for one in _objects(data.get("sets")):
        name = str(one.get("set"))
        match measured:
            case "retrieval":
                bounds = _object(one.get("intervals"))
                for arm, table in _object(one.get("tables")).items():
                    yield from _figures(name, _all(table), _all(bounds.get(arm)), arm=arm)
            case "context":
                yield from _figures(name, _all(one.get("table")), _all(one.get("intervals")))
            case _:
                shares = {key: value for key, value in _all(one.get("kinds")).items() if key in _SHARES}
                yield from _figures(name, shares | {"n": one.get("sentences")})


def _figures(
    name: str,
    row: Mapping[str, object],
    bounds: Mapping[str, object] | None = None,
    *,
    arm: str | None = None,
) -> Iterator[Figure]:
    questions = row.get("n")
    for measure, value in row.items():
        if measure == "n" or not isinstance(value, int | float):
            continue
        found = (bounds or {}).get(measure)
        low, high = found if isinstance(found, list | tuple) else (None, None)
        yield Figure(
            set=name,
            arm=arm,
            name=measure,
            value=value,
            low=low,
            high=high,
            questions=questions if isinstance(questions, int) else None,
        )


def _all(kinds: object) -> JsonObject:
    return _object(_object(kinds).get(EVERYTHING))


def _objects(value: object) -> list[JsonObject]:
    return [_object(one) for one in value] if isinstance(value, list) else []


def _object(value: object) -> JsonObject:
    return value if isinstance(value, dict) else {}
