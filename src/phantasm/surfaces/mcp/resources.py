"""What can a client attach? Records, procedures, and the context as it is compiled now."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast
from urllib.parse import unquote

from mcp.shared.exceptions import MCPError
from mcp.types import INTERNAL_ERROR, INVALID_PARAMS, Resource, ResourceTemplate, TextResourceContents

from phantasm.contracts.errors import Code
from phantasm.surfaces.mcp import texts
from phantasm.surfaces.mcp.answers import bounded, reasons
from phantasm.surfaces.mcp.calls import DEFAULT_CONTEXT_TOKENS

if TYPE_CHECKING:
    from mcp.server import ServerRequestContext

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject
    from phantasm.operations import list as listing
    from phantasm.operations import procedures
    from phantasm.surfaces.mcp.asking import Asking

CONTEXT, RECORD, PROCEDURE = "phantasm://context", "phantasm://record/", "phantasm://procedure/"
_MARKDOWN, _JSON = "text/markdown", "application/json"
# A list that a person picks from; `search` finds the rest.
MOST_LISTED = 50
_TITLE_CHARACTERS = 80
_MISSING = frozenset({Code.NOT_FOUND, Code.INVALID_PARAMS, Code.ERASED, Code.SENSITIVE})

TEMPLATES = (
    ResourceTemplate(
        name="context for a task",
        uri_template="phantasm://context/{task}",
        description="What is remembered about a task, compiled; the task in words, percent-encoded",
        mime_type=_MARKDOWN,
    ),
    ResourceTemplate(
        name="procedure",
        uri_template="phantasm://procedure/{handle}",
        description="How something is done here: steps, conditions, and how its uses went",
        mime_type=_JSON,
    ),
    ResourceTemplate(
        name="record",
        uri_template="phantasm://record/{handle}",
        description="One record, piece of evidence or session, by handle or id",
        mime_type=_JSON,
    ),
)
_STANDING = Resource(
    name="standing context",
    uri=CONTEXT,
    description="What holds for every task of this project, compiled",
    mime_type=_MARKDOWN,
)


async def listed(asking: Asking, context: ServerRequestContext) -> list[Resource]:
    """Return the standing context, the procedures and the newest records; only the first without a store."""
    learned = (await asking.ask(context, "procedures", {"limit": MOST_LISTED})).result
    newest = (await asking.ask(context, "list", {"limit": MOST_LISTED})).result
    shown = [
        Resource(
            name=_title(one.title or one.handle),
            uri=f"{PROCEDURE}{one.handle}",
            description=f"procedure, {one.standing}",
            mime_type=_JSON,
        )
        for one in (cast("procedures.Result", learned).procedures if learned else ())
    ]
    shown += [
        Resource(
            name=_title(one.statement or one.handle),
            uri=f"{RECORD}{one.handle}",
            description=one.kind,
            mime_type=_JSON,
        )
        for one in (cast("listing.Result", newest).records if newest else ())
    ]
    return [_STANDING, *shown[:MOST_LISTED]]


async def read(asking: Asking, context: ServerRequestContext, uri: str) -> TextResourceContents:
    """Return what a URI stands for."""
    if uri == CONTEXT or uri.startswith(f"{CONTEXT}/"):
        task = unquote(uri.removeprefix(CONTEXT).removeprefix("/"))
        params: JsonObject = {"token_budget": DEFAULT_CONTEXT_TOKENS} | ({"query": task} if task else {})
        response = await asking.ask(context, "compile", params)
        _data(response, uri)
        return TextResourceContents(uri=uri, mime_type=_MARKDOWN, text=texts.read(response) or "")
    if uri.startswith(RECORD) and (name := unquote(uri.removeprefix(RECORD))):
        found = _data(await asking.ask(context, "inspect", {"ids": [name]}), uri)
        shown: JsonObject = {key: value for key, value in found.items() if value}
    elif uri.startswith(PROCEDURE) and (name := unquote(uri.removeprefix(PROCEDURE))):
        shown = await _procedure(asking, context, name, uri)
    else:
        raise _missing(uri)
    text = json.dumps(bounded(shown), ensure_ascii=False, indent=1)
    return TextResourceContents(uri=uri, mime_type=_JSON, text=text)


async def _procedure(asking: Asking, context: ServerRequestContext, name: str, uri: str) -> JsonObject:
    params: JsonObject = {"standings": ["candidate", "verified", "demoted"], "limit": 1000}
    response = await asking.ask(context, "procedures", params)
    _data(response, uri)
    wanted = name.removeprefix("m:")
    for one in cast("procedures.Result", response.result).procedures:
        if wanted in {one.handle, one.id}:
            return one.model_dump(exclude_none=True)
    raise _missing(uri)


def _data(response: Response, uri: str) -> JsonObject:
    if response.error is None:
        return response.data or {}
    if Code(response.error.code) in _MISSING:
        raise _missing(uri)
    # Neither the client's mistake nor a missing thing: the project or its store cannot answer now.
    raise MCPError(INTERNAL_ERROR, "\n".join(reasons(response)), {"code": response.error.code})


def _missing(uri: str) -> MCPError:
    return MCPError(INVALID_PARAMS, "Resource not found", {"uri": uri})


def _title(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _TITLE_CHARACTERS else line[: _TITLE_CHARACTERS - 1] + "…"
