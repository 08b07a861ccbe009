"""Which commands say who may ask over HTTP? token list, add, show, revoke."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from phantasm.contracts.kinds import TokenScope
from phantasm.surfaces.cli.asking import perform
from phantasm.surfaces.cli.options import Json, start_of
from phantasm.surfaces.cli.showing import finish
from phantasm.surfaces.cli.tables import JsonObject, cell, columns, objects
from phantasm.surfaces.serving import tokens

if TYPE_CHECKING:
    from phantasm.config.paths import Paths

commands = typer.Typer(no_args_is_help=True, help="Say which programs may ask over HTTP, and how far.")

Name = Annotated[str, typer.Argument(help="The token's name: small letters, digits, - and _.")]


@commands.command("list")
def list_tokens(context: typer.Context, *, as_json: Json = False) -> None:
    """List the tokens, without their secrets."""

    def listed(paths: "Paths") -> JsonObject:
        return {"tokens": [_said(token.grant) for token in tokens.every(paths)]}

    finish(perform("token list", _located(context, listed)), _table, as_json=as_json)


@commands.command()
def add(
    context: typer.Context,
    name: Name,
    *,
    profile: Annotated[
        str, typer.Option(help="The client profile that its holder asks as, such as claude_code.")
    ] = "generic_mcp",
    scope: Annotated[TokenScope, typer.Option(help="How far it reaches at most.")] = TokenScope.READ,
    as_json: Json = False,
) -> None:
    """Make a token and show it; only you can read the file that it is kept in.

    Example: phantasm token add build-server --scope read
    """

    def made(paths: "Paths") -> JsonObject:
        from phantasm.runtime.bootstrap import token_profile  # noqa: PLC0415  the runtime

        bound = token_profile(start_of(context), profile)
        token = tokens.make(paths, name, profile=bound, scope=scope)
        return _said(token.grant) | {"token": token.secret}

    finish(perform("token add", _located(context, made)), _secret, as_json=as_json)


@commands.command()
def show(context: typer.Context, name: Name, *, as_json: Json = False) -> None:
    """Print a token, for a header: Authorization: Bearer TOKEN."""

    def shown(paths: "Paths") -> JsonObject:
        token = tokens.known(paths, name)
        return _said(token.grant) | {"token": token.secret}

    finish(perform("token show", _located(context, shown)), _secret, as_json=as_json)


@commands.command()
def revoke(context: typer.Context, name: Name, *, as_json: Json = False) -> None:
    """Take a token back; servers that are running notice at the next request."""

    def taken(paths: "Paths") -> JsonObject:
        tokens.revoke(paths, name)
        return {"revoked": name}

    finish(perform("token revoke", _located(context, taken)), _revoked, as_json=as_json)


def _located(context: typer.Context, work: Callable[["Paths"], JsonObject]) -> Callable[[], JsonObject]:
    def with_paths() -> JsonObject:
        from phantasm.runtime.bootstrap import locate  # noqa: PLC0415  the runtime

        return work(locate(start_of(context)))

    return with_paths


def _said(grant: tokens.Grant) -> JsonObject:
    return {"name": grant.name, "profile": grant.profile, "scope": grant.scope.value}


def _table(data: JsonObject) -> list[RenderableType]:
    found = objects(data, "tokens")
    if not found:
        return [Text("no tokens yet; `phantasm serve` makes the first", "dim")]
    table = columns("name", "profile", "scope")
    for one in found:
        table.add_row(cell(one.get("name"), "bold"), cell(one.get("profile")), cell(one.get("scope")))
    return [table]


def _secret(data: JsonObject) -> list[RenderableType]:
    return [Text(str(data["token"]))]


def _revoked(data: JsonObject) -> list[RenderableType]:
    return [Text(f"{data['revoked']} grants nothing any more")]
