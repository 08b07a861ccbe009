"""Commands that set a project up, accept, examine and remove it: bootstrap, trust, doctor, uninstall."""

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.surfaces.cli import installing, tables, views
from phantasm.surfaces.cli.asking import attempt, perform, report
from phantasm.surfaces.cli.options import DryRun, Json, start_of
from phantasm.surfaces.cli.showing import console, finish

if TYPE_CHECKING:
    from phantasm.contracts.diagnosis import Diagnosis, Finding
    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject
    from phantasm.runtime.steps import ProjectReport, Step


ATTENTION_STATUS = 1
"""How `doctor` ends when memory works but somebody should look."""
_SHARE = "phantasm share on"


def bootstrap(
    context: typer.Context,
    path: Annotated[
        Path | None, typer.Argument(help="A folder of the project; else the current one.")
    ] = None,
    *,
    dry_run: DryRun = False,
    guidance: Annotated[
        bool,
        typer.Option("--guidance", help="Also tell agents about memory, in a marked block of AGENTS.md."),
    ] = False,
    agent_file: Annotated[
        list[str] | None, typer.Option(help="The files for that block, such as CLAUDE.md.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Set up memory for a project; safe to repeat."""
    from phantasm.runtime.setup import project  # noqa: PLC0415  the runtime

    options = project.BootstrapOptions(
        dry_run=dry_run, guidance=guidance, agent_files=tuple(agent_file or ())
    )
    start = path or start_of(context)
    response = perform("bootstrap", lambda: _report(project.bootstrap(start, options)))
    finish(response, tables.steps, as_json=as_json, hint=None if response.error else _shared(start))


def _shared(start: Path) -> Remediation | None:
    """Say how to take part where memory came with the clone."""
    from phantasm.runtime.bootstrap import configured  # noqa: PLC0415  the runtime

    try:
        waits = "sharing.tracked" in configured(start)[1]
    except PhantasmError:  # a dry run in a folder that has no memory yet
        return None
    return Remediation("Memory is shared through git here: take part.", command=_SHARE) if waits else None


def trust(
    context: typer.Context,
    path: Annotated[
        Path | None, typer.Argument(help="A folder of the project; else the current one.")
    ] = None,
    *,
    listed: Annotated[bool, typer.Option("--list", help="Show everything that you have accepted.")] = False,
    remove: Annotated[
        bool, typer.Option("--remove", help="Take the project off the list; its memory stays where it is.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Accept the memory that lies in a project as yours; asks at the terminal.

    Until then nothing of it is read. A project that was moved, copied, cloned or unpacked asks again.
    """
    from phantasm.runtime import safety  # noqa: PLC0415  the runtime
    from phantasm.runtime.party import ask_person  # noqa: PLC0415  the runtime
    from phantasm.surfaces.cli import terminal  # noqa: PLC0415  the runtime

    start = path or start_of(context)

    def work() -> "JsonObject":
        if listed:
            return safety.trusted_places()
        if remove:
            return safety.distrust(start)
        found = safety.look_at(start)
        if not found["trusted"]:
            errors = console(stderr=True)
            for part in tables.place(found):
                errors.print(part)
            ask_person(terminal.party(), f"Trust the memory in {found['path']}?", _NO_PERSON)
            safety.trust_store(start, found)
        return {**found, "trusted": True, "changed": not found["trusted"]}

    finish(perform("trust", work), tables.places if listed else tables.place, as_json=as_json)


_NO_PERSON = (
    Remediation("Run it in a terminal and answer its question.", command="phantasm trust"),
    Remediation("For a machine without a person, name the folder in your own trust.json: docs/security.md."),
)


def uninstall(  # noqa: PLR0913  one parameter for each option
    context: typer.Context,
    clients: installing.Clients = None,
    *,
    only_clients: Annotated[
        bool, typer.Option("--clients", help="Only disconnect agents: those named, or all; memory stays.")
    ] = False,
    scope: installing.Scope = "project",
    dry_run: DryRun = False,
    keep_memory: Annotated[
        Path | None, typer.Option(help="A folder that a verified copy of the memory is put into first.")
    ] = None,
    confirm: Annotated[
        str | None, typer.Option(metavar="NAME", help="For scripts: the name of the project's folder.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Remove memory from a project and leave every file as it was before."""
    from phantasm.runtime.setup import project  # noqa: PLC0415  the runtime

    start = start_of(context)
    if only_clients or clients or scope != "project":
        installing.remove_clients(start, clients or [], scope=scope, dry_run=dry_run, as_json=as_json)
    planned = perform(
        "uninstall", lambda: _report(project.uninstall(start, dry_run=True, keep_memory=keep_memory))
    )
    if dry_run or planned.error:
        finish(planned, tables.steps, as_json=as_json)

    def remove() -> "JsonObject":
        _require_yes(planned.data or {}, confirm)
        return _report(project.uninstall(start, dry_run=False, keep_memory=keep_memory))

    finish(perform("uninstall", remove), tables.steps, as_json=as_json)


def doctor(
    context: typer.Context,
    *,
    fix: Annotated[
        bool, typer.Option("--fix", help="Repair what can be repaired; nothing is deleted.")
    ] = False,
    deep: Annotated[bool, typer.Option("--deep", help="Check every page, key and digest.")] = False,
    as_json: Json = False,
) -> None:
    """Examine the project from outside, also when the store cannot be opened."""
    from phantasm.runtime.doctor import examination as examiner  # noqa: PLC0415  the runtime
    from phantasm.runtime.doctor import repair  # noqa: PLC0415  the runtime
    from phantasm.surfaces.cli.patience import working  # noqa: PLC0415  the runtime

    def examine() -> "Response":
        with working("examining the project"):
            if fix:
                diagnosis, steps = repair.repair(start_of(context))
            else:
                diagnosis, steps = examiner.examine(start_of(context), deep=deep), ()
        data: dict[str, object] = {
            "root": diagnosis.root,
            "verdict": diagnosis.verdict.value,
            "findings": [_plain(finding) for finding in diagnosis.findings],
            "steps": [_plain(step) for step in steps],
        }
        return report("doctor", data, error=_problem(diagnosis))

    response = attempt("doctor", examine)
    attention = (response.data or {}).get("verdict") == "attention"
    finish(response, views.diagnosis, as_json=as_json, status=ATTENTION_STATUS if attention else None)


def _report(done: "ProjectReport") -> "JsonObject":
    return {
        "root": str(done.root),
        "dry_run": done.dry_run,
        "steps": [_plain(step) for step in done.steps],
        "store_created": done.store_created,
        "store_id": done.store_id,
    }


def _plain(found: "Step | Finding") -> "JsonObject":
    """Return a small record as JSON values: paths and verdicts become their text."""
    return {name: None if value is None else str(value) for name, value in asdict(found).items()}


def _require_yes(plan: "JsonObject", confirm: str | None) -> None:
    """Let the person at the terminal agree, or a script show that it knows which project it removes."""
    from phantasm.runtime.party import ask_person  # noqa: PLC0415  the runtime
    from phantasm.surfaces.cli import terminal  # noqa: PLC0415  the runtime

    name = Path(str(plan["root"])).name
    if confirm is not None and confirm != name:
        message = f"--confirm names {confirm!r}, and the project's folder is {name!r}"
        raise PhantasmError(Code.CONFIRMATION_MISMATCH, message, expected=f"--confirm {name}")
    if confirm is None:
        errors = console(stderr=True)
        for part in tables.steps(plan | {"dry_run": False}):
            errors.print(part)
        try:
            ask_person(terminal.party(), f"Remove the memory of {plan['root']} for good?")
        except PhantasmError as refused:
            command = f"phantasm uninstall --confirm {shlex.quote(name)}"
            step = Remediation("In a script, name the project's folder.", command=command)
            raise PhantasmError(refused.code, refused.message, remediation=(step,)) from refused


def _problem(diagnosis: "Diagnosis") -> PhantasmError | None:
    """Return the error that a verdict stands for, so that scripts see it in the exit status."""
    code = {"transient": Code.STORE_BUSY, "corrupt": Code.STORE_CORRUPT}.get(diagnosis.verdict.value)
    if code is None:
        return None
    worst = [finding for finding in diagnosis.findings if finding.verdict is diagnosis.verdict]
    steps = [Remediation(found.message, command=found.command) for found in worst if found.command]
    return PhantasmError(code, worst[0].message, remediation=tuple(steps))
