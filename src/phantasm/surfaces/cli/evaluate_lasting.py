"""Which commands measure whether memory lasts? eval replay, eval continuity."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from phantasm.surfaces.cli import evaluate_lasting_views
from phantasm.surfaces.cli.asking import perform
from phantasm.surfaces.cli.evaluate_keeping import Keep, evaluated
from phantasm.surfaces.cli.options import Json, start_of
from phantasm.surfaces.cli.showing import console, finish

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject

FAILED_STATUS = 1
"""How it ends when something is not as it must be; an error has the status of its code."""
# So often the line that says how far the work is is written anew: more often nobody reads it.
_ENTRIES_PER_LINE = 100


def replay(context: typer.Context, *, as_json: Json = False) -> None:
    """Make the memory again from what was seen and decided, and compare; ends with 1 when it differs.

    Works in a temporary folder; the store itself is only read.
    """

    def evaluate() -> "JsonObject":
        from phantasm.runtime.bootstrap import open_project  # noqa: PLC0415  the runtime
        from phantasm.runtime.evaluation.rebuild import rebuild  # noqa: PLC0415  the runtime

        errors = console(stderr=True)
        with errors.status("making the memory again") as status, open_project(start_of(context)) as runtime:

            def watch(done: int) -> None:
                if done % _ENTRIES_PER_LINE == 0:
                    status.update(f"making the memory again: {done} writes")

            return rebuild(runtime, watch=watch)

    response = perform("eval replay", evaluate)
    differs = response.data is not None and not response.data.get("equal")
    finish(
        response, evaluate_lasting_views.rebuilt, as_json=as_json, status=FAILED_STATUS if differs else None
    )


def continuity(
    context: typer.Context,
    folder: Annotated[
        Path | None,
        typer.Argument(metavar="[FOLDER|FILE]", help="Scenarios of yours; else those of Phantasm."),
    ] = None,
    *,
    keep: Keep = True,
    as_json: Json = False,
) -> None:
    """Play scenarios in which work breaks off and goes on, and score what memory tells.

    Each has a store of its own in a temporary folder. Ends with 1 when something is not told that must be.
    """

    def evaluate() -> "JsonObject":
        from phantasm.runtime.evaluation.continuity import evaluate_continuity  # noqa: PLC0415  the runtime

        errors = console(stderr=True)
        with errors.status("playing scenarios") as status:
            return evaluate_continuity(folder, watch=lambda name: status.update(f"played {name}"))

    response = evaluated(context, "continuity", evaluate, keep=keep)
    data = response.data or {}
    failed = data.get("met") != data.get("expectations")
    finish(response, evaluate_lasting_views.played, as_json=as_json, status=FAILED_STATUS if failed else None)
