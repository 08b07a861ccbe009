"""Which commands are about what was chosen? config show, explain, set, validate, approve."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from phantasm.surfaces.cli import config_views
from phantasm.surfaces.cli.asking import perform
from phantasm.surfaces.cli.options import Json, start_of
from phantasm.surfaces.cli.showing import finish

if TYPE_CHECKING:
    from pathlib import Path

    from phantasm.contracts.model import JsonObject

commands = typer.Typer(no_args_is_help=True, help="Look at the configuration, change it, approve it.")


@commands.command("show")
def show_config(context: typer.Context, *, as_json: Json = False) -> None:
    """Show the configuration in force: files, then environment, minus what nobody has approved."""
    finish(
        perform("config show", lambda: _in_force(start_of(context))), config_views.settings, as_json=as_json
    )


@commands.command()
def explain(
    key: Annotated[str | None, typer.Argument(help="A key or section, such as store.synchronous.")] = None,
    *,
    as_json: Json = False,
) -> None:
    """Explain a key, a section or every key."""
    from phantasm.config import editing  # noqa: PLC0415  the runtime

    def explained() -> "JsonObject":
        return {"keys": [asdict(found) for found in editing.explain(key)]}

    finish(perform("config explain", explained), config_views.explanations, as_json=as_json)


@commands.command("set")
def set_key(
    context: typer.Context,
    key: Annotated[str, typer.Argument(help="A key, such as backup.keep.")],
    value: Annotated[str, typer.Argument(help="Its new value.")],
    *,
    as_json: Json = False,
) -> None:
    """Set one key in the project's files and keep everything else in them, comments included."""
    from phantasm.config import editing  # noqa: PLC0415  the runtime
    from phantasm.runtime.bootstrap import locate  # noqa: PLC0415  the runtime

    def changed() -> "JsonObject":
        paths = locate(start_of(context))
        path = paths.clients if key.startswith("profiles.") else paths.settings
        editing.set_value(path, key, value)
        return {"file": str(path), "key": key, "value": value, **_held_back(start_of(context))}

    finish(perform("config set", changed), config_views.change, as_json=as_json)


@commands.command()
def validate(context: typer.Context, *, as_json: Json = False) -> None:
    """Check both files, the environment and the profiles."""
    finish(
        perform("config validate", lambda: {"valid": True, **_held_back(start_of(context))}),
        config_views.change,
        as_json=as_json,
    )


@commands.command()
def approve(context: typer.Context, *, as_json: Json = False) -> None:
    """Approve files and variables as they are now, so that what widens trust counts; asks at the terminal."""
    from phantasm.config import editing  # noqa: PLC0415  the runtime
    from phantasm.runtime.bootstrap import locate  # noqa: PLC0415  the runtime
    from phantasm.runtime.party import ask_person  # noqa: PLC0415  the runtime
    from phantasm.surfaces.cli import terminal  # noqa: PLC0415  the runtime

    def approved() -> "JsonObject":
        paths = locate(start_of(context))
        proposed = editing.proposal(paths)
        ask_person(
            terminal.party(),
            f"Approve {paths.settings} and {paths.clients} as they are? They and the environment ask for: "
            f"{proposed.asks or 'nothing that widens trust'}.",
        )
        editing.approve(proposed)
        return {"approved": [*proposed.widens, *proposed.variables]}

    finish(perform("config approve", approved), config_views.change, as_json=as_json)


def _in_force(start: "Path") -> "JsonObject":
    from phantasm.runtime.bootstrap import configured  # noqa: PLC0415  the runtime

    config, held_back = configured(start)
    return {
        "settings": config.settings.model_dump(),
        "clients": config.clients.model_dump(exclude_none=True),
        "held_back": list(held_back),
    }


def _held_back(start: "Path") -> dict[str, list[str]]:
    from phantasm.runtime.bootstrap import configured  # noqa: PLC0415  the runtime

    return {"held_back": list(configured(start)[1])}
