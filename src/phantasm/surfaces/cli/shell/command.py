"""Which command talks with memory line by line? shell."""

import sys
from typing import Annotated

import typer

from phantasm.config.environment import variable
from phantasm.surfaces.cli.options import Json, start_of

# What terminals call themselves that cannot move their cursor: editors' windows, logs.
_CANNOT_DRAW = frozenset({"dumb", "unknown"})


def shell(
    context: typer.Context,
    *,
    plain: Annotated[
        bool, typer.Option("--plain", help="Read lines without completion and live answers, as from a pipe.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Talk with memory: search while you type, preview contexts, review with keys, call any operation.

    Without a terminal it reads one command per line from stdin. Example: echo "/search port" | phantasm shell
    """
    if plain or not _at_terminal():
        from phantasm.surfaces.cli.shell.pipe import answer_lines  # noqa: PLC0415  the runtime

        raise typer.Exit(answer_lines(start_of(context), as_json=as_json))
    from phantasm.surfaces.cli.shell.prompt import talk  # noqa: PLC0415  prompt_toolkit

    raise typer.Exit(talk(start_of(context), as_json=as_json))


def _at_terminal() -> bool:
    """Tell whether keys can be read one by one and answers drawn; who is there, each request finds out."""
    return sys.stdin.isatty() and sys.stdout.isatty() and variable("TERM") not in _CANNOT_DRAW
