"""Which commands hold memory against the code? anchors check, refresh and add."""

from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.cli.asking import ask, report, request, send
from phantasm.surfaces.cli.freshness_views import citation
from phantasm.surfaces.cli.options import DryRun, Json, Limit, Why, start_of
from phantasm.surfaces.cli.showing import finish
from phantasm.surfaces.cli.tables import JsonObject, cell, number, objects, texts

commands = typer.Typer(
    no_args_is_help=True,
    help="Hold what is remembered against the code: what is cited, and whether it is still so.",
)

Records = Annotated[
    list[str] | None, typer.Argument(metavar="[ID]...", help="Only what these records cite; all otherwise.")
]
Paths = Annotated[
    list[str] | None, typer.Option("--path", help="Only what is cited in this file; repeatable.")
]
Every = Annotated[bool, typer.Option("--all", help="Also list what is as it was, and what nobody can tell.")]
Diffs = Annotated[bool, typer.Option("--diff", help="Also show what changed.")]
References = Annotated[
    list[str],
    typer.Argument(
        metavar="REFERENCE...",
        help="file:src/a.py, file:src/a.py#L10-L20, symbol:src/a.py#Client.send, commit:3f2c1a9, "
        "dependency:rails@8, command:make test, port:8080, variable:DATABASE_URL",
    ),
]

_SCHEMES = ("file:", "symbol:", "commit:", "dependency:", "command:", "port:", "variable:")
_NEWS = ("moved", "changed", "gone")
_NEXT = "to note it, and then to decide: phantasm anchors refresh, phantasm review"


@commands.command()
def check(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    records: Records = None,
    *,
    paths: Paths = None,
    every: Every = False,
    diffs: Diffs = False,
    limit: Limit = None,
    as_json: Json = False,
) -> None:
    """Say which citations moved, changed or are gone; writes nothing.

    Example: phantasm anchors check --diff
    """
    params: JsonObject = {"ids": records, "paths": paths, "diffs": diffs, "limit": limit}
    if every:
        params["statuses"] = ["unchanged", "moved", "changed", "gone", "unknown"]
    given = {name: value for name, value in params.items() if value is not None}
    finish(ask(start_of(context), "anchors_check", given), _checked, as_json=as_json)


@commands.command()
def refresh(
    context: typer.Context, *, limit: Limit = None, dry_run: DryRun = False, as_json: Json = False
) -> None:
    """Note what a check shows: citations follow what moved, and what changed or is gone is asked about.

    Example: phantasm anchors refresh
    """
    from phantasm.surfaces.cli.patience import working  # noqa: PLC0415  the runtime

    params: JsonObject = {"dry_run": dry_run} | ({"limit": limit} if limit is not None else {})
    with working("looking at the code") as party:
        response = send(start_of(context), request("anchors_refresh", params), party=party)
    finish(response, _refreshed, as_json=as_json)


@commands.command()
def add(
    context: typer.Context,
    record: Annotated[str, typer.Argument(metavar="ID", help="The record's handle or id.")],
    references: References,
    *,
    as_json: Json = False,
) -> None:
    """Let a record cite files, lines, symbols, commits, versions, commands, ports or variables.

    Example: phantasm anchors add k3v9qd2a symbol:src/app.py#Client.send
    """
    strange = next((one for one in references if not one.startswith(_SCHEMES)), None)
    if strange is not None:
        problem = PhantasmError(
            Code.INVALID_PARAMS,
            f"'{strange}' does not say what it names",
            field="references",
            expected="file:src/a.py, file:src/a.py#L10-L20, symbol:src/a.py#Client.send, commit:3f2c1a9, "
            "dependency:rails@8, command:make test, port:8080 or variable:DATABASE_URL",
        )
        finish(report("link", {}, error=problem), lambda _: [], as_json=as_json)
    params: JsonObject = {
        "id": record,
        "links": [{"type": "about", "target": reference} for reference in references],
    }
    finish(ask(start_of(context), "link", params), _added, as_json=as_json)


def verify(
    context: typer.Context,
    records: Annotated[list[str], typer.Argument(metavar="ID...", help="Handles or ids of records.")],
    *,
    fails: Annotated[
        bool, typer.Option("--fails", help="It does not hold: it is taken back, or a person is asked.")
    ] = False,
    again: Annotated[
        str | None, typer.Option("--again", metavar="TIME", help="When it should be checked again.")
    ] = None,
    reason: Why = None,
    as_json: Json = False,
) -> None:
    """Say that records were checked and still hold; what they cite counts from now on as it is.

    Example: phantasm verify k3v9qd2a
    """
    chosen: JsonObject = {"ids": records, "outcome": "fails" if fails else None}
    chosen |= {"revalidate_at": again, "reason": reason}
    params = {name: value for name, value in chosen.items() if value is not None}
    finish(ask(start_of(context), "verify", params), _verified, as_json=as_json)


def _verified(data: JsonObject) -> list[RenderableType]:
    return [
        Text.assemble(cell(found.get("handle"), "bold"), "  ", cell(found.get("outcome")))
        for found in objects(data, "records")
    ]


def _checked(data: JsonObject) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for found in objects(data, "anchors"):
        head, *rest = citation(found)
        parts += [Text.assemble(cell(found.get("handle"), "bold"), "  ", head), *rest]
    counts = data.get("counts")
    named = counts.items() if isinstance(counts, dict) else ()
    told = ", ".join(f"{count} {status}" for status, count in named) or "nothing is cited"
    commit = f" at {str(data.get('commit'))[:7]}" if data.get("commit") else ""
    parts.append(Text(f"{_counted(data.get('checked'), 'citation')}{commit}: {told}", "dim"))
    if any(found.get("status") in _NEWS for found in objects(data, "anchors")):
        parts.append(Text(_NEXT, "dim"))
    return parts


def _refreshed(data: JsonObject) -> list[RenderableType]:
    named = (
        ("moved", "citation", "followed what moved"),
        ("reviews", "new question", "for a person: phantasm review"),
        ("settled", "question", "ended without anybody"),
        ("cited", "record", "got something to cite"),
    )
    parts: list[RenderableType] = [
        Text(f"as it was: {data.get('unchanged')} of {_counted(data.get('checked'), 'citation')}")
    ]
    parts += [
        Text(f"{_counted(len(texts(data, name)), thing)} {words}")
        for name, thing, words in named
        if texts(data, name)
    ]
    if number(data.get("left")):
        parts.append(Text("there is more: run it again", "yellow"))
    return parts


def _added(data: JsonObject) -> list[RenderableType]:
    added = len(objects(data, "added"))
    return [Text(f"{data.get('handle')} cites {_counted(added, 'more thing')}")]


def _counted(count: object, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
