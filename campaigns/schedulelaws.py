"""What do the steps of the scheduling campaign prove? One consolidator, no late write, no lost job."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from campaigns.schedulechild import STEPS
from phantasm.runtime.scheduler.tasks import ALONE
from phantasm.storage.driver import Connection
from phantasm.storage.sql import Row


@dataclass(frozen=True, slots=True)
class Seen:
    """The steps in the order of their commits, and what became of every job."""

    rows: list[Row]
    states: dict[str, str]
    steps: dict[tuple[str, int], list[int]] = field(default_factory=dict)
    """By job and fence."""


def read(connection: Connection) -> Seen:
    """Read the evidence."""
    rows = connection.execute("SELECT * FROM campaign_steps ORDER BY number").fetchall()
    found = Seen(rows, {row["id"]: row["state"] for row in connection.execute("SELECT id, state FROM jobs")})
    for row in rows:
        found.steps.setdefault((row["job"], row["fence"]), []).append(row["step"])
    return found


def broken(seen: Seen, asked: set[str]) -> list[str]:
    """Return every law that the evidence breaks."""
    by_job: dict[str, list[Row]] = {}
    for row in seen.rows:
        by_job.setdefault(row["job"], []).append(row)
    return [
        *_lost(seen, asked),
        *_not_alone(seen),
        *_incomplete(seen),
        *_returned([row for row in seen.rows if row["kind"] in ALONE], "consolidator"),
        *(problem for rows in by_job.values() for problem in _returned(rows, "worker")),
    ]


def _lost(seen: Seen, asked: set[str]) -> Iterator[str]:
    # A parked run gives way to the next one that is asked for; that one has to be done then.
    for job in sorted(asked):
        if seen.states.get(job) not in {"done", "replaced"}:
            yield f"{job} was lost: {seen.states.get(job)}"


def _not_alone(seen: Seen) -> Iterator[str]:
    for row in seen.rows:
        if row["kind"] in ALONE and row["running"] != 1:
            yield f"{row['running']} consolidators ran at step {row['number']}"


def _incomplete(seen: Seen) -> Iterator[str]:
    for (job, fence), steps in seen.steps.items():
        if steps != list(range(1, len(steps) + 1)):
            yield f"{job} under fence {fence} made the steps {steps}"
    last: dict[str, int] = {}
    for job, fence in seen.steps:
        last[job] = max(fence, last.get(job, 0))
    for job, state in seen.states.items():
        done = len(seen.steps.get((job, last.get(job, 0)), ()))
        if state == "done" and done != STEPS:
            yield f"{job} is done after {done} steps"


def _returned(rows: Sequence[Row], what: str) -> Iterator[str]:
    """Every lease that wrote again after another one had written."""
    turns = Counter(key for key, _ in groupby(rows, key=lambda row: (row["job"], row["fence"])))
    for key, times in turns.items():
        if times > 1:
            yield f"a late {what} wrote: {key}"
