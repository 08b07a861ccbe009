"""Which commands stand between a coding agent and its memory? hook, pause, resume."""

from typing import TYPE_CHECKING, Annotated

import typer

from phantasm.contracts.errors import Remediation
from phantasm.surfaces.cli.asking import perform
from phantasm.surfaces.cli.options import Json, start_of
from phantasm.surfaces.cli.showing import finish

if TYPE_CHECKING:
    from rich.console import RenderableType

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

    hint = Remediation("Let them go on.", command="phantasm resume")
    finish(perform("pause", work), _said, as_json=as_json, hint=hint)


def resume(context: typer.Context, *, as_json: Json = False) -> None:
    """Let hooks work again in this project."""
    start = start_of(context)

    def work() -> "JsonObject":
        from phantasm.runtime.hooks.pausing import resume as go_on  # noqa: PLC0415  the runtime

        return {"paused": False, "was_paused": go_on(start)}

    finish(perform("resume", work), _said, as_json=as_json)


def _said(data: "JsonObject") -> "list[RenderableType]":
    state = "paused: they neither say nor keep anything" if data["paused"] else "at work"
    was = "" if data["paused"] != data["was_paused"] else ", as they were before"
    return [f"Hooks are {state} in this project{was}."]
