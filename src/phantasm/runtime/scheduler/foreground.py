"""What does `phantasm maintenance` do? Everything that is due, here and now; or it only looks."""

from typing import TYPE_CHECKING

from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.model import JsonObject
from phantasm.runtime import registry
from phantasm.runtime.asking import ask_in_run
from phantasm.runtime.scheduler.agenda import planned
from phantasm.runtime.scheduler.worker import Ended, Worker, drain
from phantasm.storage import jobs

if TYPE_CHECKING:
    from phantasm.runtime.bootstrap import Runtime

# What a run would change is learning's to say; until a release has it, the plan is the schedule alone.
_PLAN = "maintenance_plan"
# More waiting jobs than anybody reads; `phantasm maintenance jobs` lists them all.
_LISTED = 20
_FAILED = frozenset({"queued", "parked"})
"""Put back after a failure, or failed for good; what another process took over is that one's."""


def run(
    runtime: "Runtime", worker: Worker, *, request: JsonObject | None = None, retry: str | None = None
) -> JsonObject:
    """Do what is due, after asking for a run or a retry where that is wanted; returns what came of it."""
    if request is not None or retry is not None:
        params: JsonObject = {"retry": retry} if retry else request or {}
        drawn = runtime.environment.ids.new("ask")
        ask_in_run(runtime, "maintenance_run", params, run_id=drawn, key="queue")
    ended = drain(runtime, worker)
    return {
        "jobs": [_shown(one) for one in ended],
        "failed": sum(one.state in _FAILED for one in ended),
        "stopped": worker.stop.is_set(),
        **_standing(runtime),
    }


def plan(runtime: "Runtime") -> JsonObject:
    """Say what is due, what comes next, what waits, and what a run would change."""
    environment = runtime.environment
    with environment.snapshot() as work:
        coming: list[object] = [
            {"kind": one.kind, "due": one.is_due, "ready_at": to_timestamp(one.ready_at)}
            for one in planned(environment, work, None)
        ]
    found: JsonObject = {"schedule": coming, **_standing(runtime)}
    if _PLAN in registry.names():
        drawn = environment.ids.new("ask")
        found["changes"] = ask_in_run(runtime, _PLAN, {}, run_id=drawn, key="plan")
    return found


def _standing(runtime: "Runtime") -> JsonObject:
    """Say what is left: jobs that wait, that another process has, and that failed for good."""
    with runtime.environment.snapshot() as work:
        counts = jobs.count_by_state(work)
        rows = jobs.listed(work, ["parked", "running", "queued"], _LISTED)
    kept = ("id", "kind", "key", "state", "attempts", "available_at", "lease_owner", "last_error")
    left = [{name: row[name] for name in kept if row[name] is not None} for row in rows]
    return {"left": left, "by_state": counts}


def _shown(ended: Ended) -> JsonObject:
    shown = {
        "id": ended.job_id,
        "kind": ended.kind,
        "run_id": ended.run_id,
        "state": ended.state,
        "reason": ended.reason,
        "report": ended.report or None,
    }
    return {name: value for name, value in shown.items() if value is not None}
