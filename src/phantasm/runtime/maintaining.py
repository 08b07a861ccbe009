"""A whole run of maintenance: bounded steps through the door, each checked; what goes wrong is left alone.

Everything that a run writes it writes under its own id, so that one undo takes all of it back. A step that
would break a law never commits, and one after which a memory assertion no longer holds is taken back. The run
leaves alone what that step was about, does everything else, and says why. Files outside the store come last.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from phantasm.config.environment import variable
from phantasm.contracts.errors import PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.learning.run_audit import LEAVE_ALONE
from phantasm.learning.terms import PASSES
from phantasm.runtime.asking import ask_in_run
from phantasm.runtime.checks.files import read_folder
from phantasm.runtime.checks.running import run_files
from phantasm.runtime.keeping_up import keep_up
from phantasm.session.listing import Wanted, page
from phantasm.skills.files import FOLDER, on_shelf, shelf_at
from phantasm.skills.plan import by_lineage
from phantasm.state import store

if TYPE_CHECKING:
    from phantasm.runtime.bootstrap import Runtime

STEP_CHANGES = 100
"""Changes to what is held that one step may make: some tens of milliseconds of lock time."""
_PRUNE_SESSIONS = 60
# Learning comes first and whole: the passes after it look at what was learned.
_LEARNING = ("episodes", "claims")
_REST = tuple(name for name in PASSES if name not in _LEARNING)
_PROCEDURES = "procedures"
_LONGEST_REASON = 500
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
    unmet_before: frozenset[str] = frozenset()
    """The memory assertions that did not hold before the run."""
    left_alone: set[str] = field(default_factory=set)
    """Records and sessions that the rest of the run does not touch."""
    problems: list[str] = field(default_factory=list)
    """Why they are left alone."""

    @property
    def key(self) -> str:
        """The key of the step that was taken last."""
        fence = self.lease.get("fence", 0) if isinstance(self.lease, dict) else 0
        return f"{fence}-{self.steps}"

    def ask(self, operation: str, params: JsonObject) -> JsonObject:
        """Send the next step through the door."""
        self.beat()
        self.steps += 1
        told = params | {"run_id": self.run_id} | ({"lease": self.lease} if self.lease else {})
        return ask_in_run(self.runtime, operation, told, run_id=self.run_id, key=self.key)

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
    going.unmet_before = _unmet(runtime)
    reason = _consolidate(going, passes)
    consulted = _consult(going) if "claims" in passes else {}
    finish: JsonObject = {"finish": "stopped" if reason else "done"}
    if said := "; ".join(one for one in (_said(going, reason), _failed(consulted)) if one):
        finish["reason"] = said[:_LONGEST_REASON]
    going.ask("consolidate", finish)
    skills = _withdraw_skills(going) if len(passes) == len(PASSES) else {}
    followed = keep_up(environment, going.ask, lambda: going.why_stop() is not None) if chosen is None else {}
    pruned = _prune(going) if params.get("prune", True) else {}
    told = _told(going, "stopped" if reason else "done", reason=_said(going, reason) or None, pruned=pruned)
    told |= {"skills": skills} if skills else {}
    told |= {"followed": followed} if followed else {}
    told |= {"warning": warning} if (warning := _failed(consulted)) else {}
    return told | ({"consulted": consulted} if consulted else {})


def _said(going: _Going, reason: str | None) -> str:
    """Return why the run ended early and what it left alone."""
    return "; ".join([*([reason] if reason else []), *going.problems])


def _consolidate(going: _Going, passes: Sequence[str]) -> str | None:
    """Do the passes, stage by stage; return why it ended early, if it did."""
    learning = [name for name in passes if name in _LEARNING]
    # How things are done is learned before what was done is told briefly; only in a run that does everything.
    practice = [_PROCEDURES] if len(passes) == len(PASSES) else []
    rest = [name for name in passes if name in _REST]
    for stage in (learning, practice, rest):
        if (reason := _work_through(going, stage)) is not None:
            return reason
    return None


def _work_through(going: _Going, passes: Sequence[str]) -> str | None:
    """Do passes until none has more to do; return why it ended early, if it did.

    After a step that went wrong its passes go on one by one, then change by change, until the one shows.
    """
    waiting: list[tuple[list[str], int]] = [(list(passes), STEP_CHANGES)] if passes else []
    while waiting:
        if (reason := going.why_stop()) is not None:
            return reason
        names, limit = waiting.pop(0)
        wrong = _step(going, names, max(1, min(limit, going.budget - going.changes)))
        if isinstance(wrong, list):
            waiting[:0] = [(wrong, limit)] if wrong else []
        elif (wrong.is_exact or (len(names) == 1 and limit == 1)) and wrong.about - going.left_alone:
            going.left_alone |= wrong.about
            going.problems.append(f"left alone: {wrong.why}")
            waiting.insert(0, (names, limit))
        elif len(names) > 1:
            waiting[:0] = [([name], limit) for name in names]
        elif limit > 1 and not wrong.is_exact:
            waiting.insert(0, (names, 1))
        else:
            going.problems.append(f"the pass {names[0]} was left out: {wrong.why}")
    return None


@dataclass(frozen=True, slots=True)
class _Wrong:
    """Why a step did not stand, and what it was about."""

    why: str
    about: frozenset[str]
    is_exact: bool
    """Whether all that it was about is to blame."""


def _step(going: _Going, passes: list[str], limit: int) -> list[str] | _Wrong:
    """Take one step; return the passes that have more to do, or why the step does not stand."""
    params: JsonObject = {"limit": limit, LEAVE_ALONE: sorted(going.left_alone)}
    try:
        if passes == [_PROCEDURES]:
            data = _counted(going.ask("learn_procedures", params), limit)
        else:
            data = going.ask("consolidate", params | {"passes": list(passes), "budget": going.budget})
    except PhantasmError as problem:
        if problem.field != f"params.{LEAVE_ALONE}":
            raise
        return _Wrong(problem.message, _named(problem), is_exact=True)
    unmet = _unmet(going.runtime) - going.unmet_before if data["changes"] else frozenset()
    if not unmet:
        going.add(data)
        return sorted(_texts(data["left"]), key=[*PASSES, _PROCEDURES].index)
    why = f"the check {' and the check '.join(sorted(unmet))} no longer holds"
    back: JsonObject = {
        "take_back": True,
        "request": f"{going.run_id}-{going.key}",
        "reason": why[:_LONGEST_REASON],
    }
    try:
        touched = _texts(going.ask("consolidate", back)["touched"])
    except PhantasmError as problem:
        going.problems.append(f"{why}, and it could not be taken back: {problem.message}")
        going.unmet_before |= unmet
        going.add(data)
        return sorted(_texts(data["left"]), key=[*PASSES, _PROCEDURES].index)
    still = _unmet(going.runtime) & unmet
    if still:  # what was seen stays, and others may have changed something meanwhile: not to be mended here
        going.problems.append(f"the check {' and the check '.join(sorted(still))} no longer holds")
        going.unmet_before |= still
        return passes
    return _Wrong(why, touched, is_exact=False)


def _named(problem: PhantasmError) -> frozenset[str]:
    """Return what a step must leave alone, as its refusal says."""
    found: set[str] = set()
    for step in problem.remediation:
        params = (step.request or {}).get("params")
        found |= _texts(params.get(LEAVE_ALONE)) if isinstance(params, dict) else frozenset()
    return frozenset(found)


def _texts(listed: object) -> frozenset[str]:
    return frozenset(str(one) for one in listed) if isinstance(listed, list) else frozenset()


def _counted(data: JsonObject, limit: int) -> JsonObject:
    """Return what became of procedures as the report of a pass."""
    told = data["procedures"]
    deeds = [str(one["deed"]) for one in told] if isinstance(told, list) else []
    counts: JsonObject = {deed: deeds.count(deed) for deed in sorted(set(deeds))}
    left: list[object] = [_PROCEDURES] if len(deeds) >= limit else []
    return {"changes": data["changes"], "report": {_PROCEDURES: {"counts": counts}}, "left": left}


def _withdraw_skills(going: _Going) -> JsonObject:
    """Take back the skills of procedures that no longer count: agents would still load them.

    Only now that the store has it for good; what is new a person exports.
    """
    try:
        skills = by_lineage(on_shelf(shelf_at(going.runtime.environment.paths, FOLDER)))
        with going.runtime.environment.snapshot() as work:
            newest = store.newest_versions(work, sorted(skills)) if skills else {}
        gone = [record.id for record in newest.values() if record.state in {"archived", "tombstoned"}]
        if not gone:
            return {}
        params: JsonObject = {"procedures": sorted(gone)}
        data = ask_in_run(
            going.runtime, "skills_export", params, run_id=going.run_id, key=f"{going.key}-skills"
        )
    except PhantasmError as problem:
        going.problems.append(f"skills that no longer count could not be taken back: {problem.message}")
        return {}
    outcomes = data["outcomes"]
    return outcomes if isinstance(outcomes, dict) else {}


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
