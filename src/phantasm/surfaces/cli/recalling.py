"""Which command says what helped before? recall."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from phantasm.surfaces.cli.asking import ask, attempt
from phantasm.surfaces.cli.options import Json, Limit, start_of
from phantasm.surfaces.cli.showing import finish
from phantasm.surfaces.cli.tables import JsonObject, cell, moment, objects, texts

if TYPE_CHECKING:
    from rich.console import RenderableType

    from phantasm.contracts.envelope import Response

# Of a log, both ends: there the telling lines are, and the request stays small.
MOST_CHARACTERS = 200_000
_DAY_CHARACTERS = len("2026-11-15")


def recall(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    *,
    task: Annotated[str | None, typer.Option("--task", help="What is to be done, in words.")] = None,
    command: Annotated[str | None, typer.Option("--command", help="The command that fails.")] = None,
    output: Annotated[str | None, typer.Option("--output", help="What it printed.")] = None,
    output_file: Annotated[
        Path | None,
        typer.Option("--output-file", metavar="FILE", help="A file with what it printed; - reads stdin."),
    ] = None,
    files: Annotated[
        list[str] | None, typer.Option("--file", help="A file that it is about; may be repeated.")
    ] = None,
    limit: Limit = None,
    as_json: Json = False,
) -> None:
    """Find what got past such a failure before, and which procedures a task calls for.

    Example: pytest 2>&1 | phantasm recall --command pytest --output-file -
    """
    params: JsonObject = {"task": task, "command": command, "files": files or None, "limit": limit}

    def recalled() -> "Response":
        printed = _shortened(_printed(output_file)) if output_file else output
        return ask(start_of(context), "recall", params | {"output": printed})

    finish(attempt("recall", recalled), found, as_json=as_json)


def found(data: JsonObject) -> "list[RenderableType]":
    """Show procedures first, then what single sessions did."""
    procedures, episodes = objects(data, "procedures"), objects(data, "episodes")
    parts: list[RenderableType] = []
    for one in procedures:
        uses = f"used {one.get('uses')} times, {one.get('successes')} well" if one.get("uses") else ""
        parts += _entry(f"m:{one.get('handle')}", str(one.get("title")), uses)
        parts += _listed("", texts(one, "steps"), numbered=True)
        parts += _listed("why", texts(one, "why"))
    for one in episodes:
        when = f"{moment(one.get('at'))[:_DAY_CHARACTERS]} {one.get('outcome')}"
        parts += _entry(f"s:{one.get('handle')}", str(one.get("error") or one.get("command")), when)
        parts += _listed("", texts(one, "way"), numbered=True)
        parts += _listed("why", texts(one, "why"))
    if not parts:
        looked = "nothing like it is known" if texts(data, "words") else "nothing fits"
        parts = [Text(looked, "dim")]
    return parts


def _entry(name: str, says: str, beside: str) -> "list[RenderableType]":
    return [Text.assemble(cell(name, "bold"), "  ", cell(says), "  ", cell(beside, "dim"))]


def _listed(title: str, lines: list[str], *, numbered: bool = False) -> "list[RenderableType]":
    if title:
        return [Text.assemble(f"  {title}: ", cell("; ".join(lines)), style="dim")] if lines else []
    return [
        Text.assemble(f"  {f'{place}. ' if numbered else ''}", cell(line))
        for place, line in enumerate(lines, start=1)
    ]


def _printed(file: Path) -> str:
    """Return what a command printed, as far as it is text."""
    data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    return data.decode("utf-8", "replace").replace("\x00", "")


def _shortened(text: str) -> str:
    if len(text) <= MOST_CHARACTERS:
        return text
    return f"{text[: MOST_CHARACTERS // 2]}\n{text[-MOST_CHARACTERS // 2 :]}"
