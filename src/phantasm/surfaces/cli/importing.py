"""Which commands bring something in from files? import (memory), import sessions."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperGroup

from phantasm.config.environment import variable
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.cli import session_views
from phantasm.surfaces.cli.asking import perform, request
from phantasm.surfaces.cli.exchange import import_memory
from phantasm.surfaces.cli.options import DryRun, Json, start_of
from phantasm.surfaces.cli.showing import console, finish

if TYPE_CHECKING:
    from typer._click import Context

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject
    from phantasm.runtime.importing.running import Wanted

_MEMORY = "memory"


class _FileOrWord(TyperGroup):
    """Takes what is no command of the group for the file of `import memory`."""

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        if args and args[0] not in {*self.commands, "--help"}:
            args = [_MEMORY, *args]
        return super().parse_args(ctx, args)


commands = typer.Typer(
    cls=_FileOrWord,
    no_args_is_help=True,
    help="Bring in an export or an agent's file (import PATH), or what agents did (import sessions).",
)
commands.command(_MEMORY)(import_memory)


@commands.command("sessions")
def import_sessions(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="PATH", help="Transcripts, or folders with them; else what clients keep."),
    ] = None,
    *,
    every: Annotated[
        bool, typer.Option("--all", help="What all clients keep of this project, as when no path is given.")
    ] = False,
    every_project: Annotated[
        bool, typer.Option("--all-projects", help="Also what clients keep of other projects.")
    ] = False,
    client: Annotated[
        str | None,
        typer.Option(
            "--client", help="Only this client's; for a path: who wrote it, whatever it looks like."
        ),
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="TIME", help="Only files written to since then.")
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Read everything once more, also what was read before.")
    ] = False,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Read what agents wrote down themselves, from where the last import stopped.

    Example: phantasm import sessions --all
    """
    from phantasm.runtime.importing.running import Wanted  # noqa: PLC0415  the runtime

    wanted = Wanted(
        paths=tuple(paths or ()),
        client=client,
        since=since,
        every_project=every_project,
        again=again,
        dry_run=dry_run,
    )

    def imported() -> "JsonObject":
        if paths and (every or every_project):
            message = "name transcripts, or take what clients keep: not both"
            raise PhantasmError(Code.INVALID_PARAMS, message, expected="PATH..., --all or --all-projects")
        return _import(start_of(context), wanted)

    finish(perform("import sessions", imported), session_views.account, as_json=as_json)


def _import(start: Path, wanted: "Wanted") -> "JsonObject":
    """Run an import: one opened project, many requests."""
    from phantasm.runtime.bootstrap import open_project  # noqa: PLC0415  the runtime
    from phantasm.runtime.importing import running  # noqa: PLC0415  the runtime
    from phantasm.surfaces.cli import terminal  # noqa: PLC0415  the runtime

    party = terminal.party()
    with open_project(start) as runtime, _watching() as watch:

        def handed(operation: str, params: "JsonObject") -> "Response":
            return runtime.handle(request(operation, params), party)

        around = running.surroundings(runtime.environment, Path.home(), variable, watch)
        return running.import_sessions(wanted, around, handed)


@contextmanager
def _watching() -> Iterator[Callable[[int], Callable[[int], None]]]:
    """Show how many bytes are done, on a terminal only."""
    from rich.progress import (  # noqa: PLC0415  only this command needs it
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    errors = console(stderr=True)
    label = TextColumn("reading", markup=False)
    columns = (label, BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress:

        def watch(size: int) -> Callable[[int], None]:
            task = progress.add_task("", total=size)
            return lambda done: progress.advance(task, done)

        yield watch
