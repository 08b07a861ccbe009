"""Who is told when something changes? Whoever listens, as server-sent events, soon after the commit.

One look serves all listeners: nobody looks while nobody listens. The files of the store tell whether there is
anything to ask at all; what has changed is then read from the journal, as any client reads it.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from phantasm.config.stamps import stamp
from phantasm.contracts.envelope import API_VERSION
from phantasm.contracts.kinds import TokenScope
from phantasm.runtime.party import Party

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from phantasm.config.paths import Paths
    from phantasm.contracts.model import JsonObject
    from phantasm.surfaces.http.lanes import Lanes

# Soon enough to feel live, and two looks at file times cost nothing.
_LOOK_SECONDS = 0.4
# Proxies and browsers give up a silent connection after half a minute or more.
_SILENT_SECONDS = 15.0
# A burst is told as one event; who needs every entry reads the journal.
_MOST_ENTRIES = 50
_SHOWN = ("id", "seq", "operation", "occurred_at", "profile", "actor", "kind", "change_count")
_PROFILE = "dashboard"


class Changes:
    """The journal's newest entries, for all listeners at once."""

    def __init__(self, lanes: Lanes, paths: Paths, *, is_over: Callable[[], bool]) -> None:
        """`is_over` tells that the server ends, so that nobody has to be cut off."""
        self._lanes = lanes
        self._is_over = is_over
        self._files = (paths.store, paths.store.with_name(paths.store.name + "-wal"))
        self._news = asyncio.Condition()
        self._entries: list[JsonObject] = []
        self._listeners = 0
        self._watching: asyncio.Task[None] | None = None

    async def listen(self, after: int | None, is_welcome: Callable[[], bool]) -> AsyncIterator[bytes]:
        """Yield events until the listener goes, is no longer welcome, or the server ends.

        `after` is the last event that it has seen.
        """
        self._listeners += 1
        try:
            await self._look()
            if self._watching is None:
                self._watching = asyncio.create_task(self._watch())
            seen = self._seq() if after is None else after
            yield _event("hello", seen, {"seq": self._seq()})
            while is_welcome() and not self._is_over():
                if seen != self._seq():  # a restored store may also be behind what was seen
                    fresh = [entry for entry in self._entries if _seq_of(entry) > seen]
                    seen = self._seq()
                    yield _event("changed", seen, {"seq": seen, "entries": fresh})
                elif not await self._wait():
                    yield b": still here\n\n"
        finally:
            self._listeners -= 1
            if not self._listeners and self._watching is not None:
                self._watching.cancel()
                self._watching = None

    async def _wait(self) -> bool:
        """Wait for news; tells whether there may be some."""
        try:
            async with asyncio.timeout(_SILENT_SECONDS), self._news:
                await self._news.wait()
        except TimeoutError:
            return False
        return True

    async def _watch(self) -> None:
        before: list[list[int] | None] = []
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            now = self._stamps()
            if now != before:
                before = now
                await self._look()
            if self._is_over():
                await self._tell()

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()

    async def _look(self) -> None:
        """Read the newest entries, and wake every listener where there are new ones."""
        request: JsonObject = {
            "api_version": API_VERSION,
            "operation": "audit",
            "request_id": "http-events",
            "client": {"profile": _PROFILE},
            "params": {"limit": _MOST_ENTRIES},
        }
        response = await self._lanes.ask_aside(request, Party(scope=TokenScope.READ))
        found = (response.data or {}).get("entries")
        if not isinstance(found, list):  # being restored, say: whoever asks is told, we look again
            return
        before = self._seq()
        self._entries = [{name: one.get(name) for name in _SHOWN} for one in found]
        if self._seq() != before:
            await self._tell()

    def _stamps(self) -> list[list[int] | None]:
        return [stamp(path) for path in self._files]

    def _seq(self) -> int:
        return max(map(_seq_of, self._entries), default=0)


def _seq_of(entry: JsonObject) -> int:
    seq = entry.get("seq")
    return seq if isinstance(seq, int) else 0


def _event(name: str, number: int, data: JsonObject) -> bytes:
    return f"event: {name}\nid: {number}\ndata: {json.dumps(data, ensure_ascii=True)}\n\n".encode()
