"""What is left when one file call of one operation fails? One attempt, and what must hold after it."""

import os
from dataclasses import dataclass
from pathlib import Path

from campaigns.cases import PERSON, REQUEST_ID, Case
from campaigns.laws import broken_laws, snapshot
from campaigns.shim import Failure, Fault, Fired, Shim
from phantasm.config.paths import Paths
from phantasm.contracts.envelope import Response
from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import Runtime, open_project

# What a failing or full disk may be called; anything else misjudges it.
_HONEST = frozenset({"ok", "killed", "storage_failed", "storage_full"})
_READ: JsonObject = {
    "api_version": "v1",
    "operation": "list",
    "request_id": "look",
    "client": {"profile": "claude_code"},
    "params": {},
}


@dataclass(frozen=True, slots=True)
class Attempt:
    """One fault and what came of it; `problems` names every broken law."""

    case: str
    nth: int
    failure: str
    lasting: bool
    failed: int
    first: str
    outcome: str
    read_during: str
    leftovers: list[str]
    problems: list[str]


@dataclass(frozen=True, slots=True)
class _Struck:
    """What happened while the fault was in force."""

    fired: Fired
    response: Response | None
    """None when the answer, if there was one, died with the process."""
    during: str = "ok"
    """How a read was answered meanwhile."""
    closing: str | None = None
    """What closing the project raised, which it must not."""

    @property
    def outcome(self) -> str:
        if self.response is None:
            return "killed" if self.fired.failed else "ok"
        return _outcome(self.response)


def attempt(root: Path, case: Case, fault: Fault, shim: Shim) -> Attempt:
    """Let one call fail, then let everything work again and look whether anything is wrong."""
    if fault.failure is Failure.KILL:
        struck, runtime = _strike_dead(root, case, fault, shim), open_project(root)
    elif fault.lasting:
        struck, runtime = _strike_lastingly(root, case, fault, shim), open_project(root)
    else:
        runtime = open_project(root)
        struck = _strike_once(runtime, case, fault, shim)
    again = runtime.handle(case.request, PERSON)
    runtime.close()
    problems = [] if struck.closing is None else [struck.closing]
    problems += [f"answered {found}" for found in (struck.outcome, struck.during) if found not in _HONEST]
    problems += _unfinished(struck.response, again) + _effects(root) + broken_laws(root)
    return Attempt(
        case=case.name,
        nth=fault.nth,
        failure=fault.failure.value,
        lasting=fault.lasting,
        failed=struck.fired.failed,
        first=struck.fired.first.replace(str(Paths(root).folder), ""),
        outcome=struck.outcome,
        read_during=struck.during,
        # The lock beside an image is empty and shared by all of them.
        leftovers=sorted(path.name for path in Paths(root).temporary.iterdir() if path.name != "store.lock"),
        problems=problems,
    )


def _strike_once(runtime: Runtime, case: Case, fault: Fault, shim: Shim) -> _Struck:
    """The same process goes on afterwards."""
    shim.arm(runtime.environment.paths.folder, fault)
    response = runtime.handle(case.request, PERSON)
    return _Struck(shim.disarm(), response)


def _strike_lastingly(root: Path, case: Case, fault: Fault, shim: Shim) -> _Struck:
    """The process reads, then gives up; another one comes back when the disk works again."""
    runtime = open_project(root)
    shim.arm(Paths(root).folder, fault)
    response = runtime.handle(case.request, PERSON)
    during, closing = _outcome(runtime.handle(_READ)), None
    try:
        runtime.close()
    except OSError as problem:
        closing = f"closing raised {problem!r}"
    return _Struck(shim.disarm(), response, during, closing)


def _strike_dead(root: Path, case: Case, fault: Fault, shim: Shim) -> _Struck:
    """The process is gone in the middle of the call."""
    child = os.fork()
    if child == 0:
        runtime = open_project(root)
        shim.arm(Paths(root).folder, fault)
        runtime.handle(case.request, PERSON)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return _Struck(Fired(seen=0, failed=int(os.WIFSIGNALED(status)), first="killed"), None)


def _unfinished(first: Response | None, second: Response) -> list[str]:
    if second.error is not None:
        return [f"the retry was answered {second.error.code}: {second.error.message}"]
    went_well = first is not None and first.error is None
    if first is not None and went_well and (first.data != second.data or not second.replayed):
        return ["the retry of a write that went well was not a replay of it"]
    return []


def _effects(root: Path) -> list[str]:
    """One journal entry for the request, and every backup both there and registered."""
    with snapshot(root) as (connection, _):
        statement = "SELECT count(*) FROM operations WHERE request_id = :id"
        effects = connection.execute(statement, {"id": REQUEST_ID}).fetchone()[0]
        known = {row[0] for row in connection.execute("SELECT id FROM backups")}
    problems = [] if effects == 1 else [f"{effects} effects instead of one"]
    present = {path.name for path in Paths(root).backups.iterdir() if path.is_dir()}
    problems += [f"backup {name} is registered but gone" for name in known - present]
    problems += [f"backup {name} lies there but is not registered" for name in present - known]
    return problems


def _outcome(response: Response) -> str:
    return response.error.code if response.error else "ok"
