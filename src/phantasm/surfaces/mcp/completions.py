"""What can stand in a template? Handles: by their beginning, or by words that are searched for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp.types import Completion, ResourceTemplateReference

from phantasm.surfaces.mcp.resources import PROCEDURE, RECORD

if TYPE_CHECKING:
    from mcp.server import ServerRequestContext
    from mcp.types import CompleteRequestParams

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject
    from phantasm.surfaces.mcp.asking import Asking

# What a person can choose from; the protocol allows 100.
_MOST = 20
# Handles are looked for among so many of the newest.
_NEWEST = 200
# Fewer letters find too much.
_LEAST_LETTERS = 3


async def completion(
    asking: Asking, context: ServerRequestContext, params: CompleteRequestParams
) -> Completion:
    """Return what may be meant; nothing for what people say in their own words."""
    uri = params.ref.uri if isinstance(params.ref, ResourceTemplateReference) else ""
    begun = params.argument.value.strip()
    found: list[str] = []
    if uri.startswith(PROCEDURE):
        found = await _begun(asking, context, "procedures", begun)
    elif uri.startswith(RECORD):
        found = await _begun(asking, context, "list", begun)
        if not found and len(begun) >= _LEAST_LETTERS:
            response = await asking.ask(
                context, "search", {"query": begun, "tiers": ["record"], "limit": _MOST}
            )
            found = [str(one.get("handle")) for one in _objects(response)]
    return Completion(values=found[:_MOST], total=len(found), has_more=len(found) > _MOST)


async def _begun(asking: Asking, context: ServerRequestContext, operation: str, begun: str) -> list[str]:
    response = await asking.ask(context, operation, {"limit": _NEWEST})
    handles = [str(one.get("handle")) for one in _objects(response)]
    return [handle for handle in handles if handle.startswith(begun.removeprefix("m:"))]


def _objects(response: Response) -> list[JsonObject]:
    """Return what an operation lists, whatever it calls it."""
    lists = ((response.data or {}).get(name) for name in ("procedures", "records", "hits"))
    return [one for found in lists if isinstance(found, list) for one in found if isinstance(one, dict)]
