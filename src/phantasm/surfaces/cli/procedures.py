"""Which command shows how things are done here? procedures."""

from typing import Annotated

import typer
from rich.console import RenderableType
from rich.text import Text

from phantasm.surfaces.cli.asking import ask
from phantasm.surfaces.cli.options import Json, Limit, start_of
from phantasm.surfaces.cli.plain import one_line
from phantasm.surfaces.cli.showing import finish
from phantasm.surfaces.cli.tables import JsonObject, cell, objects, texts

_STYLES = {"verified": "green", "candidate": "yellow", "demoted": "dim"}


def procedures(
    context: typer.Context,
    *,
    every: Annotated[bool, typer.Option("--all", help="Also those that were demoted.")] = False,
    verified: Annotated[bool, typer.Option("--verified", help="Only those that may be followed.")] = False,
    limit: Limit = None,
    as_json: Json = False,
) -> None:
    """Show what was learned about how things are done: steps, parameters, and what speaks for it."""
    standings = ["verified"] if verified else ["verified", "candidate", *(["demoted"] if every else [])]
    params: JsonObject = {"standings": standings, "limit": limit}
    finish(ask(start_of(context), "procedures", params), _shown, as_json=as_json)


def _shown(data: JsonObject) -> list[RenderableType]:
    parts: list[RenderableType] = []
    for found in objects(data, "procedures"):
        standing = str(found.get("standing"))
        parts.append(
            Text.assemble(
                cell(found.get("handle"), "bold"),
                " ",
                (standing, _STYLES.get(standing, "")),
                " ",
                cell(found.get("title") or found.get("statement"), "bold"),
            )
        )
        parts += [_step(number, step) for number, step in enumerate(objects(found, "steps"), 1)]
        if given := objects(found, "parameters"):
            parts.append(Text(f"     with {', '.join(map(_parameter, given))}", "dim"))
        parts.append(Text(f"     {_account(found)}", "dim"))
    if not parts:
        parts.append(Text("no procedure was learned yet: it takes sessions that did the same thing", "dim"))
    if data.get("withheld"):
        parts.append(Text(f"{data.get('withheld')} sensitive ones withheld", "dim"))
    return parts


def _step(number: int, step: JsonObject) -> Text:
    optional = " (optional)" if step.get("optional") else ""
    note = f" # {one_line(str(step['note']))}" if step.get("note") else ""
    return Text(f"  {number}. {one_line(str(step.get('action')))}{optional}{note}")


def _parameter(one: JsonObject) -> str:
    return one_line(f"{{{one.get('name')}}} such as {', '.join(texts(one, 'examples')[:3])}")


def _account(found: JsonObject) -> str:
    evidence = found.get("evidence")
    proof = evidence if isinstance(evidence, dict) else {}
    parts = [f"{proof.get('successes', 0)} proven successes", f"confidence {found.get('confidence')}"]
    if found.get("uses"):
        parts.append(
            f"used {found['uses']} times, {found.get('successes')} well, {found.get('failures')} badly"
        )
    return ", ".join(parts)
