"""Which commands are there? The whole Typer application, put together."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from phantasm import __version__
from phantasm.surfaces.cli import (
    anchoring,
    backup,
    branches,
    calling,
    checking,
    compiling,
    config,
    exchange,
    framing,
    graphs,
    history,
    hooking,
    importing,
    indexing,
    installing,
    looking,
    maintenance,
    mcp,
    memory,
    past,
    procedures,
    project,
    recalling,
    searching,
    serving,
    sessions,
    sharing,
    skills,
    tokens,
)
from phantasm.surfaces.cli.review import command as reviewing
from phantasm.surfaces.cli.shell import command as shells

_EVALUATION_MOVED = (
    "`phantasm eval` has moved: run `python -m tools.evaluation` in a clone of Phantasm's repository"
)

app = typer.Typer(
    name="phantasm",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Project-scoped memory for coding agents: one store per repository, one contract for everybody.",
)


def _print_version(wanted: bool) -> None:  # noqa: FBT001  Typer's calling convention
    if wanted:
        typer.echo(f"phantasm {__version__}")
        raise typer.Exit


@app.callback()
def choose(
    context: typer.Context,
    *,
    start: Annotated[
        Path,
        typer.Option(
            "--project", metavar="PATH", help="Work in this folder's project instead of the current one."
        ),
    ] = Path(),
    version: Annotated[  # noqa: ARG001  its callback has answered already
        bool,
        typer.Option("--version", "-V", is_eager=True, callback=_print_version, help="Print the version."),
    ] = False,
) -> None:
    """Remember where to work."""
    context.obj = start


app.command()(project.bootstrap)
app.command()(installing.install)
app.command()(project.trust)


@app.command("handle-request")
def handle_request(
    context: typer.Context,
    json: Annotated[str | None, typer.Argument(metavar="JSON", help="One request.")] = None,
    *,
    stdin: Annotated[bool, typer.Option("--stdin", help="Read one request from stdin.")] = False,
    file: Annotated[Path | None, typer.Option("--file", help="Read one request from a file.")] = None,
    stream: Annotated[
        bool, typer.Option("--stream", help="Answer every line of stdin with one line, until it ends.")
    ] = False,
    pretty: Annotated[bool, typer.Option("--pretty", help="Indent the answer.")] = False,
) -> None:
    """Answer one JSON request, or a stream of them; for agents and scripts."""
    from phantasm.surfaces.cli import handle_request as door  # noqa: PLC0415  the runtime

    raise typer.Exit(door.answer(door.Source(json, stdin, file, stream, pretty, context.obj)))


app.command()(calling.call)
app.command()(shells.shell)
app.command()(memory.add)
app.command("list")(memory.list_records)
app.command()(searching.search)
app.command("compile")(compiling.compile_context)
app.command()(compiling.replay)
app.command()(checking.check)
app.command()(framing.frame)
app.command()(memory.show)
app.add_typer(history.commands, name="history")
app.add_typer(anchoring.commands, name="anchors")
app.command()(anchoring.verify)
app.command()(branches.branches)
app.command()(past.why)
app.command()(past.diff)
app.command()(past.undo)
app.command()(reviewing.review)
app.command()(reviewing.conflicts)
app.add_typer(graphs.commands, name="tasks")
app.command()(graphs.profile)
app.command()(procedures.procedures)
app.command()(recalling.recall)
app.add_typer(skills.commands, name="skills")
app.command()(exchange.export)
app.add_typer(importing.commands, name="import")
app.add_typer(sharing.commands, name="share")
app.command("merge-driver")(sharing.merge_driver)
app.command("sessions")(sessions.list_sessions)
app.command("episodes")(sessions.list_episodes)
app.command()(mcp.mcp)
app.command()(serving.serve)
app.command("open")(serving.open_page)
app.add_typer(tokens.commands, name="token")
app.command()(hooking.hook)
app.command()(hooking.pause)
app.command()(hooking.resume)
app.add_typer(maintenance.commands, name="maintenance")
app.command()(looking.status)
app.command()(looking.health)
app.command()(project.doctor)
app.command()(looking.audit)
app.add_typer(indexing.commands, name="index")
app.add_typer(backup.commands, name="backup")
app.command()(looking.metrics)
app.add_typer(config.commands, name="config")
app.command()(project.uninstall)


def run(arguments: list[str]) -> int:
    """Run one command and return its exit status."""
    if arguments[:1] == ["eval"]:
        typer.echo(f"error: {_EVALUATION_MOVED}", err=True)
        return 2
    program = Path(sys.argv[0]).name
    try:
        app(arguments, prog_name=program if program in {"phantasm", "phm"} else "phantasm")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return 0
