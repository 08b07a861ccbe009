"""Which commands stand between a coding agent and its memory? hook, pause, resume."""

from typing import TYPE_CHECKING, Annotated

import typer

from phantasm.surfaces.cli import views
from phantasm.surfaces.cli.asking import perform
from phantasm.surfaces.cli.options import Json, start_of
from phantasm.surfaces.cli.showing import finish

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject


def hook(
    client: Annotated[
        str, typer.Argument(help="claude_code, codex, copilot, cursor, gemini or opencode.", metavar="CLIENT")
    ],
    event: Annotated[str, typer.Argument(help="The client's own name of the event.", metavar="EVENT")],
) -> None:
    """Answer one event of a coding agent; its JSON comes on stdin. Always ends with status 0."""
    from phantasm.surfaces.hooks import entry  # noqa: PLC0415  usually reached without Typer

    raise typer.Exit(entry.main([client, event]))


def pause(context: typer.Context, *, as_json: Json = False) -> None:
    """Let hooks neither say nor keep anything in this project, until `phantasm resume`."""
    start = start_of(context)

    def work() -> "JsonObject":
        from phantasm.runtime.hooks.pausing import pause as stop  # noqa: PLC0415  the runtime

        return {"paused": True, "was_paused": stop(start)}

    finish(perform("pause", work), views.anything, as_json=as_json)


def resume(context: typer.Context, *, as_json: Json = False) -> None:
    """Let hooks work again in this project."""
    start = start_of(context)

    def work() -> "JsonObject":
        from phantasm.runtime.hooks.pausing import resume as go_on  # noqa: PLC0415  the runtime

        return {"paused": False, "was_paused": go_on(start)}

    finish(perform("resume", work), views.anything, as_json=as_json)
