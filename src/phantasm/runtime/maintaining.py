"""How does a whole run of maintenance go? Bounded steps through the door, then a look at what they did.

Everything that a run writes it writes under its own id, so that one undo takes all of it back. Where a memory
assertion that held before no longer holds, or a law is broken, the run takes itself back and says why.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from phantasm.config.environment import variable
from phantasm.contracts.errors import PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.learning.invariants import broken
from phantasm.learning.overseeing import touched
from phantasm.learning.terms import PASSES
from phantasm.runtime.asking import ask_in_run
from phantasm.runtime.checks.files import read_folder
from phantasm.runtime.checks.running import run_files
from phantasm.runtime.keeping_up import keep_up
from phantasm.session.listing import Wanted, page

if TYPE_CHECKING:
    from phantasm.runtime.bootstrap import Runtime

STEP_CHANGES = 100
"""Changes to what is held that one step may make: some tens of milliseconds of lock time."""
_PRUNE_SESSIONS = 60
# Learning comes first and whole: the passes after it look at what was learned.
_LEARNING = ("episodes", "claims")
_STAGES = (_LEARNING, tuple(name for name in PASSES if name not in _LEARNING))
# So many of the newest sessions a configured language model is asked about, each once.
_MOST_CONSULTED = 20


@dataclass(slots=True)
class _Going:
    """One run on its way."""

    runtime: "Runtime"
    run_id: str
    lease: object
    beat: Callable[[], None]
    budget: int
    ends_at: datetime
    steps: int = 0
    changes: int = 0
    report: dict[str, dict[str, int]] = field(default_factory=dict)

    def ask(self, operation: str, params: JsonObject) -> JsonObject:
        """Send the next step through the door."""
        self.beat()
        self.steps += 1
        fence = self.lease.get("fence", 0) if isinstance(self.lease, dict) else 0
        told = params | {"run_id": self.run_id} | ({"lease": self.lease} if self.lease else {})
        return ask_in_run(self.runtime, operation, told, run_id=self.run_id, key=f"{fence}-{self.steps}")

    def why_stop(self) -> str | None:
        """Say why the run has to end before its work is done, if so."""
        if self.changes >= self.budget:
            return "its budget of changes was used up"
        if self.runtime.environment.clock.now() >= self.ends_at:
            return "its time was over"
        return None

    def add(self, data: JsonObject) -> None:
        """Add what a step did."""
        self.changes += int(str(data["changes"]))
        report = data["report"]
        for name, one in report.items() if isinstance(report, dict) else ():
            counts = self.report.setdefault(name, {})
            for what, count in one["counts"].items() if isinstance(one, dict) else ():
                counts[what] = counts.get(what, 0) + int(count)


def run(runtime: "Runtime", params: JsonObject, beat: Callable[[], None]) -> JsonObject:
    """Consolidate what is due, keep the store within its bound, and report; or only say what would be done.

    `params`: `run_id` and `lease` of the job; `passes`, `budget`, `prune` and `dry_run` where somebody chose.
    """
    environment = runtime.environment
    settings = environment.config.settings.maintenance
    budget = params.get("budget")
    going = _Going(
        runtime,
        str(params.get("run_id") or environment.ids.new("run")),
        params.get("lease"),
        beat,
        settings.change_budget if budget is None else int(str(budget)),
        environment.clock.now() + timedelta(minutes=settings.run_minutes),
    )
    chosen = params.get("passes")
    passes = [name for name in PASSES if not isinstance(chosen, list) or name in chosen]
    if params.get("dry_run"):
        return _rehearse(going, passes)
    unmet_before = _unmet(runtime)
    reason = _consolidate(going, passes)
    consulted = _consult(going) if "claims" in passes else {}
    wrong = _wrong(going, unmet_before) if going.changes else []
    if wrong:
        _end(going, take_back=True, reason="; ".join(wrong)[:500])
        return _told(going, "undone", reason="; ".join(wrong))
    _end(going, finish="stopped" if reason else "done", reason=reason or _failed(consulted))
    followed = keep_up(environment, going.ask, lambda: going.why_stop() is not None) if chosen is None else {}
    pruned = _prune(going) if params.get("prune", True) else {}
    told = _told(going, "stopped" if reason else "done", reason=reason, pruned=pruned)
    told |= {"followed": followed} if followed else {}
    told |= {"warning": warning} if (warning := _failed(consulted)) else {}
    return told | ({"consulted": consulted} if consulted else {})


def _consolidate(going: _Going, passes: Sequence[str]) -> str | None:
    """Do the passes, stage by stage; return why it ended early, if it did."""
    for stage in _STAGES:
        if stage is not _LEARNING:
            _practise(going, passes)
        left = [name for name in passes if name in stage]
        while left:
            if (reason := going.why_stop()) is not None:
                return reason
            limit = max(1, min(STEP_CHANGES, going.budget - going.changes))
            data = going.ask("consolidate", {"passes": left, "limit": limit, "budget": going.budget})
            going.add(data)
            rest = data["left"]
            left = [str(name) for name in rest] if isinstance(rest, list) else []
    return None


def _practise(going: _Going, passes: Sequence[str]) -> None:
    """Learn how things are done, before what was done is told briefly; only in a run that does everything."""
    if len(passes) < len(PASSES) or going.why_stop() is not None:
        return
    data = going.ask("learn_procedures", {"limit": max(1, min(STEP_CHANGES, going.budget - going.changes))})
    told = data["procedures"]
    found = told if isinstance(told, list) else []
    deeds = [str(one["deed"]) for one in found]
    counts: JsonObject = {deed: deeds.count(deed) for deed in sorted(set(deeds))}
    going.add({"changes": data["changes"], "report": {"procedures": {"counts": counts}}})
    demoted = [one["record_id"] for one in found if one["deed"] == "demoted"]
    if demoted:
        # What agents would still load is taken back at once; what is new a person exports.
        key = f"{going.steps}-skills"
        ask_in_run(going.runtime, "skills_export", {"procedures": demoted}, run_id=going.run_id, key=key)


def _consult(going: _Going) -> JsonObject:
    """Ask the configured language model what else it would remember; nothing where none is configured."""
    settings = going.runtime.environment.config.settings.llm
    if settings.provider == "none":
        return {}
    from phantasm.runtime.consulting import propose  # noqa: PLC0415  HTTP, which few need

    with going.runtime.environment.snapshot() as work:
        newest = page(work, Wanted(state="ended"), _MOST_CONSULTED)
    names = [kept.session.id for kept in newest]
    return propose(going.runtime, names, settings, run_id=going.run_id, read_variable=variable)


def _failed(consulted: JsonObject) -> str | None:
    """Say that the language model could not be asked, where that is so: the run is done, but without it."""
    return (
        f"the language model was not asked further: {consulted['failed']}" if "failed" in consulted else None
    )


def _rehearse(going: _Going, passes: Sequence[str]) -> JsonObject:
    """Do the first step of every pass for real and roll it back."""
    shown: JsonObject = {}
    for name in passes:
        data = going.ask("consolidate", {"passes": [name], "limit": STEP_CHANGES, "dry_run": True})
        report = data["report"]
        shown[name] = report.get(name) if isinstance(report, dict) else None
    return {"run_id": going.run_id, "state": "dry_run", "passes": shown}


def _prune(going: _Going) -> JsonObject:
    """Let go of what is past its time, step by step."""
    sums: dict[str, int] = {}
    has_followed = False
    while True:
        data = going.ask("prune", {"limit": _PRUNE_SESSIONS})
        for name in ("sessions", "turns", "evidence", "entries", "stubs", "receipts"):
            sums[name] = sums.get(name, 0) + int(str(data[name]))
        is_late = going.runtime.environment.clock.now() >= going.ends_at
        if data["over_bound"] and data["waiting"] and not has_followed and not is_late:
            has_followed = _let_vectors_follow(going)
            if has_followed:
                continue
        if data["done"] or is_late:
            last = {name: data[name] for name in ("used_bytes", "disk_bytes", "bound_bytes", "over_bound")}
            return {**sums, **last}


def _let_vectors_follow(going: _Going) -> bool:
    """Bring the vectors up to date, so that what they waited for may go; tell whether they are."""
    going.steps += 1
    try:
        data = ask_in_run(going.runtime, "embed", {}, run_id=going.run_id, key=f"{going.steps}-embed")
    except PhantasmError:  # who makes them is not there now: their own job says so
        return False
    return not data["missing"]


def _unmet(runtime: "Runtime") -> frozenset[str]:
    """Return the memory assertions that do not hold now."""
    files = read_folder(runtime.environment.paths)
    if not files:
        return frozenset()
    report = run_files(runtime, files)
    return frozenset(
        f"{file.path}: {check.name}" for file in report.files for check in file.checks if not check.holds
    )


def _wrong(going: _Going, unmet_before: frozenset[str]) -> list[str]:
    """Return what the run broke."""
    with going.runtime.environment.snapshot() as work:
        problems = broken(touched(work, going.run_id))
    unmet = sorted(_unmet(going.runtime) - unmet_before)
    return [*problems, *(f"the check {name} no longer holds" for name in unmet)]


def _end(going: _Going, *, reason: str | None, finish: str | None = None, take_back: bool = False) -> None:
    params: JsonObject = {"take_back": True} if take_back else {"finish": finish}
    going.ask("consolidate", params | ({"reason": reason} if reason else {}))


def _told(
    going: _Going, state: str, *, reason: str | None = None, pruned: JsonObject | None = None
) -> JsonObject:
    return {
        "run_id": going.run_id,
        "state": state,
        "steps": going.steps,
        "changes": going.changes,
        "budget": going.budget,
        "passes": {name: dict(counts) for name, counts in sorted(going.report.items())},
        "pruned": pruned or {},
        "reason": reason,
        "undo": f"phantasm undo {going.run_id}",
    }
