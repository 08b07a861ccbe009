"""Which commands look after the indexes? index status, build, rebuild, verify."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from phantasm.contracts.errors import Remediation
from phantasm.surfaces.cli.asking import request, send
from phantasm.surfaces.cli.options import Json, start_of
from phantasm.surfaces.cli.plain import one_line, plain
from phantasm.surfaces.cli.project import ATTENTION_STATUS
from phantasm.surfaces.cli.showing import finish
from phantasm.surfaces.cli.tables import JsonObject, objects, texts
from phantasm.surfaces.cli.views import cell_line, pairs

if TYPE_CHECKING:
    from phantasm.contracts.envelope import Response

commands = typer.Typer(
    no_args_is_help=True,
    help="Look after what search stands on: the words and the vectors. Both can be derived anew at any time.",
)

_BUILD = "phantasm index build"
_ALL_IS_WELL = "all is well"

Words = Annotated[bool, typer.Option("--words", help="Only the words; both indexes when neither is chosen.")]
Vectors = Annotated[bool, typer.Option("--vectors", help="Only the vectors.")]


@commands.command()
def status(context: typer.Context, *, as_json: Json = False) -> None:
    """Show how many units there are, how many have a vector, and whose vectors they are.

    Example: phantasm index status
    """
    response = _ask("looking", context, "embed", {"dry_run": True})
    _finish(response, standing, as_json=as_json)


@commands.command()
def build(context: typer.Context, *, as_json: Json = False) -> None:
    """Give a vector to everything that has none yet; others read and write meanwhile.

    Example: phantasm index build
    """
    _finish(_ask("embedding", context, "embed", {}), standing, as_json=as_json)


@commands.command()
def rebuild(
    context: typer.Context, *, words: Words = False, vectors: Vectors = False, as_json: Json = False
) -> None:
    """Derive the words, the vectors or both anew from what the store holds.

    Example: phantasm index rebuild --vectors
    """
    params: JsonObject = {"indexes": _chosen(words=words, vectors=vectors)}
    finish(_ask("rebuilding", context, "reindex", params), rebuilt, as_json=as_json)


@commands.command()
def verify(
    context: typer.Context, *, words: Words = False, vectors: Vectors = False, as_json: Json = False
) -> None:
    """Look the indexes over and name each problem with the command that mends it; changes nothing.

    Example: phantasm index verify --words
    """
    params: JsonObject = {"indexes": _chosen(words=words, vectors=vectors), "dry_run": True}
    response = _ask("verifying", context, "reindex", params)
    wrong = bool(texts(response.data or {}, "problems"))
    _finish(response, findings, as_json=as_json, exit_status=ATTENTION_STATUS if wrong else None)


def standing(data: JsonObject) -> list[RenderableType]:
    """Show where the vectors stand, and what was done to them."""
    names = ("model", "generation", "engine", "serving", "width", "units", "vectors", "missing")
    lines = {name: data.get(name) for name in names}
    lines |= {name: "none" for name in ("model", "generation", "serving") if data.get(name) is None}
    lines |= {name: data.get(name) for name in ("embedded", "removed") if data.get(name)}
    parts = pairs(lines)
    if data.get("problem"):
        parts.append(Text(f"nothing can be embedded: {one_line(str(data.get('problem')))}", "yellow"))
    elif data.get("busy"):
        parts.append(Text("another process is embedding already; nothing was done here", "yellow"))
    elif not data.get("missing"):
        parts.append(Text("everything has a vector", "green"))
    return parts


def rebuilt(data: JsonObject) -> list[RenderableType]:
    """Show what was wrong before, and what is there now."""
    parts: list[RenderableType] = [cell_line(f"was wrong: {problem}") for problem in texts(data, "problems")]
    parts += pairs({name: data.get(name) for name in ("units", "embedded", "vectors")})
    if data.get("busy"):
        parts.append(Text("another process is embedding; the vectors stay as they are", "yellow"))
    return parts


def findings(data: JsonObject) -> list[RenderableType]:
    """Show each problem, and what is only worth knowing, with the command that helps."""
    parts: list[RenderableType] = []
    for found in objects(data, "findings"):
        label = (f"{plain(str(found.get('index'))):<8} ", "yellow" if found.get("is_problem") else "cyan")
        kind = "" if found.get("is_problem") else "note: "
        parts.append(Text.assemble(label, kind, one_line(str(found.get("message")))))
        if found.get("command"):
            parts.append(Text(f"         {one_line(str(found.get('command')))}", "dim"))
    parts += pairs({name: data.get(name) for name in ("units", "vectors")})
    return parts if texts(data, "problems") else [*parts, Text(_ALL_IS_WELL, "green")]


def _chosen(*, words: bool, vectors: bool) -> list[str] | None:
    """Return which indexes are meant; None leaves it to the operation, which then means all."""
    return [name for name, wanted in (("words", words), ("vectors", vectors)) if wanted] or None


def _ask(message: str, context: typer.Context, operation: str, params: JsonObject) -> "Response":
    """Ask for what may take a while, and show that it does; only a person at a terminal has the right."""
    from phantasm.surfaces.cli.patience import working  # noqa: PLC0415  the runtime

    with working(message) as party:
        return send(start_of(context), request(operation, params), party=party)


def _finish(
    response: "Response",
    view: Callable[[JsonObject], list[RenderableType]],
    *,
    as_json: bool,
    exit_status: int | None = None,
) -> None:
    """Show an answer; people are not told that looking changed nothing."""
    shown = response if as_json else response.model_copy(update={"preview": None})
    finish(shown, view, as_json=as_json, status=exit_status, hint=_way_on(response))


def _way_on(response: "Response") -> Remediation | None:
    """Say how missing vectors are made, unless the answer says what is in the way."""
    data = response.data or {}
    missing = data.get("missing")
    if not missing or data.get("problem"):
        return None
    return Remediation(f"Give {missing} units a vector.", command=_BUILD)
