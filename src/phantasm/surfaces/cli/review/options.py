"""Which options does `phantasm review` have?"""

from typing import Annotated

import typer

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
