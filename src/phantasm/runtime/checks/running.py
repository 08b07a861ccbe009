"""Do the checks hold? Each is one `compile`, sent through the one door; nothing is written."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count

from pydantic import Field

from phantasm.context.assertions import Compiled, LeftOut, Shown, Unmet, unmet
from phantasm.contracts.envelope import API_VERSION, Response, Warned
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject, Model
from phantasm.runtime.bootstrap import Runtime
from phantasm.runtime.checks.files import CHECKS, CheckFile, read_folder
from phantasm.runtime.checks.format import Check, command_of
from phantasm.runtime.party import Party

_TOO_SMALL = "budget_too_small"
"""What `compile` answers to a budget that not even the floors fit into; it depends on what is remembered."""
_UNKNOWN = frozenset({Code.NOT_FOUND.value, Code.SENSITIVE.value, Code.ERASED.value})
# What a subject key stands for: every version that can still be read. As many as one page of `list` has.
_STATES = ["suggested", "live", "superseded", "archived"]
_VERSIONS = 1_000

Ask = Callable[[str, JsonObject], Response]


@dataclass(frozen=True, slots=True)
class Caller:
    """Who runs the checks: what a context holds depends on it."""

    profile: str | None = None
    """The configured default client when left out, as for anybody who names none."""
    party: Party = field(default_factory=Party)


class CheckResult(Model):
    """What became of one check."""

    name: str
    holds: bool
    match: str | None = Field(default=None, description="As compile says; absent when it refused the budget")
    tokens: int | None = Field(default=None, description="Of the whole context")
    unmet: list[Unmet] = Field(default=[], description="What does not hold")
    notes: list[str] = Field(
        default=[], description="What holds, but perhaps not for the reason that was meant"
    )
    command: str = Field(description="Shows what was compiled, line by line")


class FileResult(Model):
    """What became of the checks of one file."""

    path: str
    checks: list[CheckResult]


class Report(Model):
    """What became of all checks."""

    checks: int
    failed: int
    files: list[FileResult]
    warnings: list[Warned] = Field(default=[], description="What the answers warned of, each once")


def run_checks(runtime: Runtime, folder: str = CHECKS, *, caller: Caller | None = None) -> Report:
    """Run every check of a folder, which is named as seen from the project's root."""
    return run_files(runtime, read_folder(runtime.environment.paths, folder), caller=caller)


def run_files(runtime: Runtime, files: Sequence[CheckFile], *, caller: Caller | None = None) -> Report:
    """Run the checks of some files, in order."""
    warnings: dict[str, Warned] = {}
    ask = _door(runtime, caller or Caller(), warnings)
    results = [
        FileResult(path=file.name, checks=[_run(check, file.name, ask) for check in file.checks])
        for file in files
    ]
    every = [check for result in results for check in result.checks]
    return Report(
        checks=len(every),
        failed=sum(not check.holds for check in every),
        files=results,
        warnings=list(warnings.values()),
    )


def _door(runtime: Runtime, caller: Caller, warnings: dict[str, Warned]) -> Ask:
    """Return how something is asked; what the answers warn of is kept, each code once."""
    profile = caller.profile or runtime.environment.config.settings.default_client
    numbers = count(1)

    def ask(operation: str, params: JsonObject) -> Response:
        request: JsonObject = {
            "api_version": API_VERSION,
            "operation": operation,
            "request_id": f"check-{next(numbers)}",
            "client": {"profile": profile, "name": "phantasm check"},
            "params": params,
        }
        response = runtime.handle(request, caller.party)
        for warning in response.warnings:
            warnings.setdefault(warning.code, warning)
        return response

    return ask


def _run(check: Check, file: str, ask: Ask) -> CheckResult:
    command = command_of(check)
    response = ask("compile", check.params() | {"explain": True})
    if response.error and response.error.code == _TOO_SMALL:
        expected = f"{check.token_budget or 'the default'} tokens are enough"
        refused = Unmet(rule="token_budget", expected=expected, message=response.error.message)
        return CheckResult(name=check.name, holds=False, unmet=[refused], command=command)
    context = _compiled(_data(response, f"{file}, check {check.name!r}"))
    named = {name: _ids(ask, name) for name in (*check.includes_records, *check.excludes_records)}
    found = unmet(check, context, named)
    unknown = [name for name in check.excludes_records if not named[name]]
    return CheckResult(
        name=check.name,
        holds=not found,
        match=context.match,
        tokens=context.tokens,
        unmet=found,
        notes=[f"excludes_records: nothing here is called {name!r}" for name in unknown],
        command=command,
    )


def _ids(ask: Ask, name: str) -> frozenset[str]:
    """Return what a subject key, a handle or an id stands for; nothing where nothing has it."""
    asked: JsonObject = {"subject_key": name, "states": _STATES, "everywhere": True, "limit": _VERSIONS}
    listed = _data(ask("list", asked), name)
    if ids := _texts(listed, "records", "id"):
        return frozenset(ids)
    response = ask("inspect", {"ids": [name]})
    if response.error and response.error.code in _UNKNOWN:
        return frozenset()
    seen = _data(response, name)
    return frozenset((*_texts(seen, "records", "id"), *_texts(seen, "evidence", "id")))


def _compiled(data: JsonObject) -> Compiled:
    """Return what `compile` answered, as far as a check can be about it."""
    return Compiled(
        text=str(data["text"]),
        match=str(data["match"]),
        tokens=int(str(data["tokens"])),
        lines=tuple(
            Shown(
                id=str(one["id"]),
                text=str(one["text"]),
                handle=str(one["handle"]) if one.get("handle") else None,
                also=tuple(map(str, _items(one, "also"))),
            )
            for one in _objects(data, "lines")
        ),
        omitted=tuple(
            LeftOut(str(one["id"]), str(one["reason"]), str(one["detail"]))
            for one in _objects(data, "omitted")
        ),
    )


def _data(response: Response, place: str) -> JsonObject:
    """Return an answer's data; a refusal is about the project and not about the check, and ends the run."""
    if response.error is None:
        return response.data or {}
    steps = tuple(Remediation(step.message, step.request, step.command) for step in response.remediation)
    raise PhantasmError(
        Code(response.error.code),
        f"{place}: {response.error.message}",
        expected=response.error.expected,
        remediation=steps,
    )


def _texts(data: JsonObject, name: str, key: str) -> list[str]:
    return [str(one[key]) for one in _objects(data, name)]


def _objects(data: JsonObject, name: str) -> list[JsonObject]:
    return [one for one in _items(data, name) if isinstance(one, dict)]


def _items(data: JsonObject, name: str) -> list[object]:
    value = data.get(name)
    return value if isinstance(value, list) else []
