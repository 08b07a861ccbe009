"""Which command connects coding agents with a project's memory? install, and what takes them off again."""

from __future__ import annotations

import sys
from dataclasses import asdict, replace
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.text import Text

from phantasm.config import environment
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.surfaces.cli import tables
from phantasm.surfaces.cli.asking import attempt, perform, report
from phantasm.surfaces.cli.options import DryRun, Json, start_of
from phantasm.surfaces.cli.plain import one_line, plain
from phantasm.surfaces.cli.showing import console, finish

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import RenderableType

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject
    from phantasm.runtime.setup.clients.model import Registration
    from phantasm.runtime.setup.offering import Offer, Surroundings
    from phantasm.runtime.setup.reports import InstallReport


_COLOURS = {"+": "green", "-": "red", "@": "cyan"}
# Of a file that comes or goes: enough to see what it is. The whole is in `--json`.
_WHOLE_LINES_SHOWN = 16


def installation(data: JsonObject) -> list[RenderableType]:
    """Show the difference, the files, and what a person has to do by hand."""
    lines = _without_long_files(str(data.get("diff") or "").splitlines())
    parts: list[RenderableType] = [Text(plain(line), _COLOURS.get(line[:1], "")) for line in lines]
    parts += tables.steps(data)
    for problem in tables.objects(data, "problems"):
        told = f"{problem.get('path')} was left as it is: {problem.get('reason')}"
        parts.append(Text.assemble(("  left alone  ", "yellow"), one_line(told)))
        if problem.get("by_hand"):
            parts.append(Text(f"    by hand: {plain(str(problem['by_hand']))}", "dim"))
    parts += [Text.assemble(("note: ", "cyan"), notice) for notice in tables.texts(data, "notices")]
    parts += [Text.assemble(("once: ", "cyan"), told) for told in tables.texts(data, "once")]
    return parts


def _without_long_files(lines: list[str]) -> list[str]:
    """Return a difference in which a file that comes or goes whole shows its beginning only."""
    shown: list[str] = []
    of_file: list[str] = []
    for line in [*lines, "--- "]:
        if line.startswith("--- ") and of_file:
            is_whole = "/dev/null" in {of_file[0][4:], of_file[1][4:]}
            cut = _WHOLE_LINES_SHOWN if is_whole else len(of_file)
            shown += of_file[:cut]
            shown += [f" … {len(of_file) - cut} more lines"] if cut < len(of_file) else []
            of_file = []
        of_file.append(line)
    return shown


def checks(data: JsonObject) -> list[RenderableType]:
    """Show one line for each thing that was tried."""
    parts: list[RenderableType] = []
    for check in tables.objects(data, "checks"):
        mark = ("ok    ", "green") if check.get("ok") else ("FAILED", "red")
        client = str(check.get("client") or "all")
        line = Text.assemble(mark, f"  {client:<12} ", (one_line(str(check.get("what"))), "bold"))
        line.append(f"  {one_line(str(check.get('detail') or ''))}", "dim")
        parts.append(line)
        if not check.get("ok") and check.get("command"):
            parts.append(Text(f"          try: {one_line(str(check['command']))}", "yellow"))
    return parts


ATTENTION_STATUS = 1
"""How `install` ends when something was left alone, and `--check` when something does not work."""

Clients = Annotated[
    list[str] | None,
    typer.Argument(metavar="[CLIENT]...", help="claude_code, codex, gemini, cursor, opencode, copilot."),
]
Scope = Annotated[str, typer.Option("--scope", help="project: this repository; user: every one of yours.")]


def install(  # noqa: PLR0913  one parameter for each option
    context: typer.Context,
    clients: Clients = None,
    *,
    everything: Annotated[bool, typer.Option("--all", help="For every client that is known.")] = False,
    scope: Scope = "project",
    command: Annotated[
        str | None, typer.Option(metavar="PATH", help="The program that agents start; else `phantasm`.")
    ] = None,
    dry_run: DryRun = False,
    check: Annotated[bool, typer.Option("--check", help="Try what is installed; change nothing.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: Json = False,
) -> None:
    """Connect coding agents: MCP server, hooks, skill and guidance; without names, those that are here."""
    from phantasm.runtime.setup import offering  # noqa: PLC0415  the runtime

    asked = offering.Asked(tuple(clients or ()), everything, scope, command)
    told = registration()
    around = surroundings(start_of(context))
    if check:
        _check(lambda: offering.offer(offering.connected(asked, around), around, told), told, as_json=as_json)

    def carry_out() -> Response:
        offer = offering.offer(asked, around, told)
        done = _carry_out(offer, dry_run=dry_run, agreed=yes)
        if not dry_run:
            from phantasm.runtime.hooks.standing import make_ready  # noqa: PLC0415  the runtime

            make_ready(start_of(context), offer.clients)
        told_too = {"known_by": offer.known_by, "notices": list(offer.notices), "once": offer.once}
        return report("install", _plain(done) | told_too)

    response = attempt("install", carry_out)
    left_alone = bool((response.data or {}).get("problems"))
    changed = not dry_run and not response.error
    hint = Remediation("See whether it works.", command="phantasm install --check") if changed else None
    status = ATTENTION_STATUS if left_alone else None
    finish(response, installation, as_json=as_json, status=status, hint=hint)


def remove_clients(start: Path, names: list[str], *, scope: str, dry_run: bool, as_json: bool) -> NoReturn:
    """Take the integrations of some clients, or of all, out of the project or the user's folders."""
    from phantasm.runtime.setup import integrations, offering  # noqa: PLC0415  the runtime

    def take_out() -> JsonObject:
        around = surroundings(start)
        place = offering.place_of(scope, around)
        clients = offering.named(names)
        return _plain(integrations.remove(place, clients, dry_run=dry_run, homes=around.homes))

    response = perform("uninstall", take_out)
    left_alone = bool((response.data or {}).get("problems"))
    finish(
        response,
        installation,
        as_json=as_json,
        status=ATTENTION_STATUS if left_alone else None,
    )


def registration() -> Registration:
    """Return which events every client's adapter listens to, and the plugin of the one without hooks."""
    from phantasm.runtime.setup.clients.model import Registration  # noqa: PLC0415  the runtime
    from phantasm.surfaces.hooks.clients import CLIENTS  # noqa: PLC0415  only where it is needed

    events = {name: client.events for name, client in CLIENTS.items()}
    plugin = resources.files("phantasm.surfaces.hooks") / "opencode_plugin.js"
    return Registration(events, plugin.read_text(encoding="utf-8") if plugin.is_file() else "")


def surroundings(start: Path) -> Surroundings:
    """Return where this process is."""
    from phantasm.runtime.setup.offering import Surroundings  # noqa: PLC0415  the runtime

    own = Path(sys.executable).with_name("phantasm")
    return Surroundings(start, Path.home(), environment.user_folder(), environment.variable, own)


def _carry_out(offer: Offer, *, dry_run: bool, agreed: bool) -> InstallReport:
    """Show what would be done, ask, and do it; a project without memory gets it first."""
    from phantasm.runtime.setup import integrations, project  # noqa: PLC0415  the runtime

    planned = integrations.install(offer.place, offer.clients, offer.files, dry_run=True, homes=offer.homes)
    nothing_to_do = offer.is_bootstrapped and all(step.action == "keep" for step in planned.steps)
    if dry_run or nothing_to_do:
        return replace(planned, dry_run=dry_run)
    if not agreed:
        errors = console(stderr=True)
        shown = _plain(planned) | {"dry_run": False, "notices": list(offer.notices)}
        for part in installation(shown):
            errors.print(part)
        _ask(offer)
    if not offer.is_bootstrapped:
        project.bootstrap(offer.place.base, project.BootstrapOptions())
    done = integrations.install(offer.place, offer.clients, offer.files, dry_run=False, homes=offer.homes)
    return done if agreed else replace(done, diff="")  # who was asked has just seen it


def _ask(offer: Offer) -> None:
    from phantasm.runtime.party import ask_person  # noqa: PLC0415  the runtime
    from phantasm.surfaces.cli import terminal  # noqa: PLC0415  the runtime

    first = "" if offer.is_bootstrapped else f"Set up memory in {offer.place.base}, and "
    question = f"{first}{'connect' if first else 'Connect'} {', '.join(offer.clients)} as shown?"
    try:
        ask_person(terminal.party(), question)
    except PhantasmError as refused:
        again = " ".join(["phantasm install", *offer.clients, "--scope", offer.place.scope, "--yes"])
        step = Remediation("In a script, agree beforehand.", command=again)
        raise PhantasmError(refused.code, refused.message, remediation=(step,)) from refused


def _check(find: Callable[[], Offer], told: Registration, *, as_json: bool) -> NoReturn:
    from phantasm.runtime.setup.verifying import verify  # noqa: PLC0415  the runtime
    from phantasm.surfaces.cli.patience import working  # noqa: PLC0415  the runtime

    def try_all() -> Response:
        offer = find()
        with working("trying what is installed"):
            checks = list(verify(offer, told.events["opencode"]))
        failed = [found for found in checks if not found.ok]
        data: JsonObject = {"base": str(offer.place.base), "checks": [asdict(found) for found in checks]}
        if not failed:
            return report("install", data)
        commands = dict.fromkeys(found.command for found in failed if found.command)
        steps = tuple(Remediation("What to do.", command=command) for command in commands)
        message = f"{len(failed)} of {len(checks)} checks failed"
        return report("install", data, error=PhantasmError(Code.NOT_FOUND, message, remediation=steps))

    response = attempt("install", try_all)
    is_tried = response.data is not None and response.error is not None
    status = ATTENTION_STATUS if is_tried else None
    finish(response, checks, as_json=as_json, status=status)


def _plain(done: InstallReport) -> JsonObject:
    return {
        "root": done.base,
        "scope": done.scope,
        "dry_run": done.dry_run,
        "clients": list(done.clients),
        "steps": [asdict(step) for step in done.steps],
        "problems": [asdict(problem) for problem in done.problems],
        "diff": done.diff,
    }
