"""How do tests talk to the server? With the SDK's own client, in both eras of the protocol."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mcp import Client
from mcp.types import CallToolResult, ElicitRequestParams, ElicitResult, Implementation, TextContent

from phantasm.surfaces.mcp.asking import Asking
from phantasm.surfaces.mcp.keys import Keys
from phantasm.surfaces.mcp.server import build
from phantasm.surfaces.serving.door import Door

LEGACY, MODERN = "legacy", "2026-07-28"
ERAS = (LEGACY, MODERN)


class Person:
    """Somebody in front of a client who answers every question in the same way."""

    def __init__(self, action: str, **content: Any) -> None:
        self._action = action
        self._content = content
        self.asked: list[str] = []

    async def __call__(self, context: Any, params: ElicitRequestParams) -> ElicitResult:  # noqa: ARG002  the SDK's
        """Answer one question."""
        self.asked.append(params.message)
        return ElicitResult(action=self._action, content=self._content or None)  # type: ignore[arg-type]


@asynccontextmanager
async def connected(
    start: Path, era: str = MODERN, *, person: Person | None = None, name: str = "claude-code"
) -> AsyncIterator[Client]:
    """Yield a client of a server that works for a folder."""
    door = Door(lambda: start)
    server = build(Asking(door, Keys()))
    known_as = Implementation(name=name, version="1")
    try:
        async with Client(
            server, mode=era, client_info=known_as, elicitation_callback=person, cache=None
        ) as client:
            yield client
    finally:
        door.close()


def talk(start: Path, said: Callable[[Client], Awaitable[Any]], era: str = MODERN, **options: Any) -> Any:
    """Hold one conversation and return what it came to."""

    async def hold() -> Any:
        async with connected(start, era, **options) as client:
            return await said(client)

    return asyncio.run(hold())


def call(
    start: Path, tool: str, era: str = MODERN, *, told: dict[str, Any] | None = None, **arguments: Any
) -> Any:
    """Call one tool."""
    return talk(start, lambda client: client.call_tool(tool, arguments), era, **(told or {}))


def words(result: CallToolResult) -> str:
    """Return what an agent reads."""
    content = result.content[0]
    assert isinstance(content, TextContent)
    return content.text
