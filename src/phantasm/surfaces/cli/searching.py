"""Which command finds what is remembered? search."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from phantasm.surfaces.cli import search_views
from phantasm.surfaces.cli.asking import ask
from phantasm.surfaces.cli.options import (
    AsOf,
    At,
    Cursor,
    Everywhere,
    Json,
    KnownAt,
    Limit,
    complete_kinds,
    moment,
    start_of,
)
from phantasm.surfaces.cli.showing import finish

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject

Nearest = Annotated[
    bool, typer.Option("--all", help="Where nothing matches, list what comes nearest all the same.")
]


def search(  # noqa: PLR0913  one parameter per option
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="What to look for: a question, words, a name, a path.")],
    *,
    limit: Limit = None,
    mode: Annotated[
        str | None,
        typer.Option(
            help="tokens (words and meaning), exact (this very text), fuzzy (misspelt words) or regex."
        ),
    ] = None,
    arms: Annotated[
        str | None, typer.Option(help="hybrid, lexical (only words) or dense (only vectors).")
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(help="Only records of these kinds, such as fact.", autocompletion=complete_kinds),
    ] = None,
    tier: Annotated[list[str] | None, typer.Option(help="Only record, evidence or episode.")] = None,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", help="Only what was seen or true from then on.")
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="TIME", help="Only what was seen or true before.")
    ] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    at: At = None,
    everywhere: Everywhere = False,
    group_by: Annotated[
        str | None, typer.Option(help="session or subject: only the best hit of each.")
    ] = None,
    nearest: Nearest = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show how each hit was found and the parts of its score.")
    ] = False,
    cursor: Cursor = None,
    as_json: Json = False,
) -> None:
    """Find what the project remembers about a question, best first.

    Example: phantasm search "why are invoices in PostgreSQL?" --kind decision
    """
    params: JsonObject = {
        "query": query,
        "limit": limit,
        "mode": mode,
        "arms": arms,
        "kinds": kind or None,
        "tiers": tier or None,
        "since": since,
        "until": until,
        **moment(as_of, known_at, at),
        "everywhere": everywhere or None,
        "group_by": group_by,
        "explain": explain or None,
        "cursor": cursor,
    }
    view = partial(search_views.answers, before=_hits_before(cursor), nearest=nearest)
    finish(ask(start_of(context), "search", params), view, as_json=as_json)


def _hits_before(cursor: str | None) -> int:
    """Return how many hits the pages before had, which is what the cursor says, so that ranks go on."""
    return int(cursor) if cursor and cursor.isascii() and cursor.isdigit() else 0
