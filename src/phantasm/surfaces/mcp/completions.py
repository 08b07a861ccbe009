"""What can stand in a template? Handles: by their beginning, or by words that are searched for."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from mcp.types import Completion, ResourceTemplateReference

from phantasm.surfaces.mcp.resources import PROCEDURE, RECORD

if TYPE_CHECKING:
    from mcp.server import ServerRequestContext
    from mcp.types import CompleteRequestParams

    from phantasm.operations import list as listing
    from phantasm.operations import procedures, search
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
        response = await asking.ask(context, "procedures", {"limit": _NEWEST})
        known = cast("procedures.Result | None", response.result)
        found = _begun(begun, [one.handle for one in known.procedures] if known else [])
    elif uri.startswith(RECORD):
        response = await asking.ask(context, "list", {"limit": _NEWEST})
        newest = cast("listing.Result | None", response.result)
        found = _begun(begun, [one.handle for one in newest.records] if newest else [])
        if not found and len(begun) >= _LEAST_LETTERS:
            response = await asking.ask(
                context, "search", {"query": begun, "tiers": ["record"], "limit": _MOST}
            )
            answered = cast("search.Result | None", response.result)
            found = [one.handle for one in answered.hits if one.handle] if answered else []
    return Completion(values=found[:_MOST], total=len(found), has_more=len(found) > _MOST)


def _begun(begun: str, handles: list[str]) -> list[str]:
    return [handle for handle in handles if handle.startswith(begun.removeprefix("m:"))]
