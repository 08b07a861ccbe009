"""Which commands are about what waits for a decision? review, conflicts."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.cli.asking import ask, attempt
from phantasm.surfaces.cli.options import Cursor, DryRun, Json, Limit, Why, start_of
from phantasm.surfaces.cli.review import queue, tables
from phantasm.surfaces.cli.review.item import item
from phantasm.surfaces.cli.review.queue import Chosen
from phantasm.surfaces.cli.review.sending import pick
from phantasm.surfaces.cli.review.wake import wake_of
from phantasm.surfaces.cli.showing import console, finish
from phantasm.surfaces.cli.tables import JsonObject, objects

if TYPE_CHECKING:
    from rich.console import RenderableType

    from phantasm.contracts.envelope import Response


KINDS = ("suggestion", "conflict", "duplicate", "stale", "doubtful", "procedure", "question")


def complete_kinds(incomplete: str) -> list[str]:
    """Return the kinds of reviews that start so."""
    return [kind for kind in KINDS if kind.startswith(incomplete)]


Ids = Annotated[
    list[str] | None,
    typer.Argument(metavar="ID...", help="Reviews, or handles or ids of the records in question."),
]
Kinds = Annotated[
    list[str] | None,
    typer.Option("--kind", help=f"Only these: {', '.join(KINDS)}.", autocompletion=complete_kinds),
]
Every = Annotated[
    bool, typer.Option("--all", help="Also what was put off; in the list also what was decided.")
]
AsList = Annotated[bool, typer.Option("--list", help="Only list what waits.")]
Accept = Annotated[bool, typer.Option("--accept", help="Hold the suggestions ID... from now on.")]
Words = Annotated[str | None, typer.Option("--statement", help="With --accept: hold it in these words.")]
Reject = Annotated[bool, typer.Option("--reject", help="Take the suggestions ID... back.")]
Defer = Annotated[
    str | None,
    typer.Option(
        "--defer", metavar="UNTIL", help="Put ID... off: a date, 3d, record:HANDLE, operation:NAME."
    ),
]
Resolve = Annotated[bool, typer.Option("--resolve", help="Close ID... without changing a record.")]
Keep = Annotated[bool, typer.Option("--keep", help="ID... still hold.")]
Merge = Annotated[bool, typer.Option("--merge", help="Merge the duplicates ID... into one.")]
Winner = Annotated[
    str | None, typer.Option("--pick", metavar="WINNER", help="Let a record win the conflict ID; asks.")
]
Losers = Annotated[str, typer.Option("--losers", help="With --pick: superseded, archived or tombstoned.")]


INTERRUPTED = 130
"""The exit status when Ctrl-C ended the walk; what was decided before it stays decided."""
# As many as one page has: a walk asks for the next page when it gets there.
_WALKED_ITEMS = 200


def review(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    ids: Ids = None,
    *,
    kind: Kinds = None,
    every: Every = False,
    as_list: AsList = False,
    accept: Accept = False,
    statement: Words = None,
    reject: Reject = False,
    defer: Defer = None,
    resolve: Resolve = False,
    keep: Keep = False,
    merge: Merge = False,
    winner: Winner = None,
    losers: Losers = "superseded",
    reason: Why = None,
    limit: Limit = None,
    cursor: Cursor = None,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Decide what waits: one item at a time with keys, or by id."""
    given = {
        "accept": accept,
        "reject": reject,
        "defer": defer is not None,
        "resolve": resolve,
        "confirm": keep,
        "merge": merge,
        "pick": winner is not None,
    }
    actions = [name for name, chosen in given.items() if chosen]
    if actions or statement:
        params: JsonObject = {"ids": ids or [], "reason": reason, "dry_run": dry_run or None}
        params |= {"statement": statement, "until": defer}
        params |= {"winner": winner, "losers": [], "loser_state": losers} if winner else {}
        response = attempt("review", lambda: _decide(start_of(context), actions, params))
        finish(response, tables.decided, as_json=as_json)
    chosen = Chosen(kind or (), ("open", "deferred", *(("resolved",) if every else ())), limit, cursor)
    if not (as_list or as_json) and _at_terminal():
        walked = replace(chosen, states=("open", "deferred") if every else ("open",))
        raise typer.Exit(_walk(start_of(context), ids or [], walked, reason))
    response = attempt("review_queue", lambda: _fetch(start_of(context), ids or [], chosen))
    finish(response, _in_full if ids else tables.queue, as_json=as_json)


def conflicts(
    context: typer.Context, *, limit: Limit = None, cursor: Cursor = None, as_json: Json = False
) -> None:
    """List the conflicts that nobody has decided, with both sides."""
    chosen = Chosen(("conflict",), ("open", "deferred"), limit, cursor)
    finish(queue.page(start_of(context), chosen), tables.conflicts, as_json=as_json)


def _decide(start: Path, actions: list[str], params: JsonObject) -> "Response":
    """Carry out the one decision that the options name."""
    if len(actions) != 1:
        message = f"{len(actions)} decisions were given: {', '.join(actions) or 'words, but none to accept'}"
        raise PhantasmError(Code.INVALID_PARAMS, message, expected="one decision at a time, such as --accept")
    params = params | {"action": actions[0]}
    until = params.pop("until")
    if until is not None:
        params["wake"] = wake_of(str(until))
    if actions[0] != "pick" or params["dry_run"]:
        return ask(start, "review", params)
    return pick(start, params, f"{params['winner']} holds, the others: {params['loser_state']}")


def _fetch(start: Path, ids: list[str], chosen: Chosen) -> "Response":
    return queue.named(start, ids, chosen) if ids else queue.page(start, chosen)


def _walk(start: Path, ids: list[str], chosen: Chosen, reason: str | None) -> int:
    from phantasm.surfaces.cli.review.progress import Progress  # noqa: PLC0415  only at a terminal
    from phantasm.surfaces.cli.review.walk import walk  # noqa: PLC0415  only at a terminal

    whole = replace(chosen, limit=_WALKED_ITEMS, cursor=None)
    response = attempt("review_queue", lambda: _fetch(start, ids, whole))
    data = response.data or {}
    if response.error or not objects(data, "items"):
        finish(response, tables.queue, as_json=False)
    here = Progress(start, None if ids else whole)
    here.take(data)
    return INTERRUPTED if walk(here, reason=reason) else 0


def _at_terminal() -> bool:
    """Tell whether somebody can press keys and see what they do."""
    from phantasm.surfaces.cli.terminal import person_present  # noqa: PLC0415  the runtime

    return sys.stdin.isatty() and sys.stdout.isatty() and person_present()


def _in_full(data: JsonObject) -> "list[RenderableType]":
    width = console().width
    return [part for one in objects(data, "items") for part in item(one, width=width)]
