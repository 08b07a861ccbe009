"""Which runs were there, and which records were learned from which session?

Neither is journaled: a run says how the work goes, and what was learned is a record with an entry of its own.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from phantasm.contracts.canonical import sorted_json
from phantasm.contracts.model import JsonObject
from phantasm.learning.tables import DERIVED, PROCEDURES, RUNS
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

RunState = Literal["running", "done", "stopped", "undone", "failed"]
"""`stopped`: its budget or its time was used up; `undone`: it was taken back."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run of consolidation."""

    id: str
    state: str
    started_at: str
    finished_at: str | None
    budget: int
    changes: int
    fence: int
    report: JsonObject
    """What each pass did, by name."""
    reason: str | None
    """Why it ended early or was taken back."""


@dataclass(frozen=True, slots=True)
class Derived:
    """Where a record was learned."""

    record_id: str
    session_id: str
    rule: str
    version: int


def begin(work: Work, run_id: str, *, budget: int, fence: int) -> Run:
    """Return a run, begun now unless it goes on."""
    held = find(work, run_id)
    if held is not None:
        return held
    row = {
        "id": run_id,
        "state": "running",
        "started_at": work.now,
        "finished_at": None,
        "budget": budget,
        "changes": 0,
        "fence": fence,
        "report": "{}",
        "reason": None,
    }
    work.run(RUNS.insert, row)
    return _run(row)


def note_step(work: Work, run: Run, report: JsonObject, *, changes: int, fence: int) -> None:
    """Add what one step did."""
    work.run(
        "UPDATE runs SET changes = :changes, fence = :fence, report = :report WHERE id = :id",
        {"id": run.id, "changes": run.changes + changes, "fence": fence, "report": sorted_json(report)},
    )


def finish(work: Work, run_id: str, state: RunState, reason: str | None = None) -> None:
    """Note how a run ended; one that was taken back stays so."""
    work.run(
        """UPDATE runs SET state = :state, finished_at = :now, reason = :reason
           WHERE id = :id AND state <> 'undone'""",
        {"id": run_id, "state": state, "now": work.now, "reason": reason},
    )


def find(work: Work, run_id: str) -> Run | None:
    """Return a run by id."""
    row = work.one("SELECT * FROM runs WHERE id = :id", {"id": run_id})
    return None if row is None else _run(row)


def newest(work: Work, limit: int) -> list[Run]:
    """Return the newest runs first."""
    rows = work.all("SELECT * FROM runs ORDER BY started_at DESC, id DESC LIMIT :limit", {"limit": limit})
    return [_run(row) for row in rows]


def forget_runs(work: Work, before: str) -> int:
    """Forget runs that ended before a moment; the journal still has what they changed."""
    return work.run(
        "DELETE FROM runs WHERE finished_at IS NOT NULL AND finished_at < :before", {"before": before}
    )


def note_derived(work: Work, derived: Sequence[Derived]) -> None:
    """Note where records were learned; the first account of a record stays."""
    rows = [
        {"record_id": one.record_id, "session_id": one.session_id, "rule": one.rule, "version": one.version}
        for one in derived
    ]
    work.run_many(DERIVED.insert + " ON CONFLICT (record_id) DO NOTHING", rows)


def derived_from(work: Work, session_ids: Sequence[str]) -> list[Derived]:
    """Return everything that was ever learned from some sessions, by record."""
    rows = work.all_of("SELECT * FROM derived WHERE session_id IN (:values)", session_ids)
    return sorted((_derived(row) for row in rows), key=lambda one: one.record_id)


def derived_among(work: Work, record_ids: Sequence[str]) -> dict[str, Derived]:
    """Return which of some records were learned, and where."""
    rows = work.all_of("SELECT * FROM derived WHERE record_id IN (:values)", record_ids)
    return {row["record_id"]: _derived(row) for row in rows}


def _run(row: Row) -> Run:
    report: JsonObject = json.loads(row["report"])
    return Run(**{name: row[name] for name in RUNS.columns if name != "report"}, report=report)


def _derived(row: Row) -> Derived:
    return Derived(row["record_id"], row["session_id"], row["rule"], row["version"])


def note_acts(work: Work, lineage: str, acts: str) -> None:
    """Note what a learned procedure does, by a digest that outlives it."""
    work.run(
        PROCEDURES.insert + " ON CONFLICT (lineage) DO UPDATE SET acts = excluded.acts",
        {"lineage": lineage, "acts": acts},
    )


def acts_of(work: Work) -> dict[str, str]:
    """Return what every learned procedure does, by lineage, erased ones included."""
    return {row["lineage"]: row["acts"] for row in work.all("SELECT lineage, acts FROM procedures")}
