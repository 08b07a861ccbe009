"""Who is told when something changes? Whoever listens, as server-sent events, soon after the commit.

Listeners look at the same moments, one of them for all, and nobody looks while nobody listens. A look asks
the store where it stands: its files would tell too early, because they are written before a commit is seen.
What is new is then read from the journal, as any client reads it.
"""

from __future__ import annotations

import asyncio
import json
from time import monotonic
from typing import TYPE_CHECKING

from phantasm.contracts.envelope import API_VERSION
from phantasm.contracts.errors import PhantasmError
from phantasm.contracts.kinds import TokenScope
from phantasm.runtime.party import Party
from phantasm.runtime.safety import typed_failures

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject
    from phantasm.runtime.bootstrap import Runtime
    from phantasm.surfaces.http.lanes import Lanes

# Soon enough to feel live; a look takes a few hundredths of a millisecond in the store.
_LOOK_SECONDS = 0.4
# Proxies and browsers give up a silent connection after half a minute or more.
_SILENT_SECONDS = 15.0
# A burst is told as one event; who needs every entry reads the journal.
_MOST_ENTRIES = 50
_SHOWN = ("id", "seq", "operation", "occurred_at", "profile", "actor", "kind", "change_count")
_PROFILE = "dashboard"


class Changes:
    """The journal's newest entries, for all listeners at once."""

    def __init__(self, lanes: Lanes, *, is_over: Callable[[], bool]) -> None:
        """`is_over` tells that the server ends, so that nobody has to be cut off."""
        self._lanes = lanes
        self._is_over = is_over
        self._seq = 0
        self._entries: list[JsonObject] = []
        self._looking = asyncio.Lock()
        self._looked = 0.0

    async def ask(self, profile: str, party: Party, *, limit: int = 1) -> Response:
        """Return the newest entries as somebody may read them, or why they may not."""
        request: JsonObject = {
            "api_version": API_VERSION,
            "operation": "audit",
            "request_id": "http-events",
            "client": {"profile": profile},
            "params": {"limit": limit},
        }
        return await self._lanes.ask_aside(request, party)

    async def listen(self, after: int | None, is_welcome: Callable[[], bool]) -> AsyncIterator[bytes]:
        """Yield events until the listener goes, is no longer welcome, or the server ends.

        `after` is the last event that it has seen.
        """
        await self._look()
        seen = self._seq if after is None else after
        event: bytes | None = _event("hello", seen, {"seq": self._seq})
        while event is not None and is_welcome():
            yield event
            event = await self._next(seen)
            seen = self._seq

    async def _next(self, seen: int) -> bytes | None:
        """Return what is to be said next: what is new, or that we are still here; None when all ends."""
        silent_until = monotonic() + _SILENT_SECONDS
        while not self._is_over():
            if seen != self._seq:  # a store that was put in its place may be behind
                fresh = [entry for entry in self._entries if _seq_of(entry) > seen]
                return _event("changed", self._seq, {"seq": self._seq, "entries": fresh})
            if monotonic() > silent_until:
                return b": still here\n\n"
            await asyncio.sleep(_LOOK_SECONDS - monotonic() % _LOOK_SECONDS)
            await self._look()
        return None

    async def _look(self) -> None:
        """See what is new, one look at a time; whoever waits for one shares the next, which began after."""
        asked = monotonic()
        async with self._looking:
            if self._looked > asked:
                return
            self._looked = monotonic()
            if await self._newest() in (None, self._seq):
                return
            response = await self.ask(_PROFILE, Party(scope=TokenScope.READ), limit=_MOST_ENTRIES)
            found, seq = (response.data or {}).get("entries"), response.provenance.snapshot_seq
            if isinstance(found, list) and seq is not None:  # else: being restored, say; we look again
                self._entries = [{name: one.get(name) for name in _SHOWN} for one in found]
                self._seq = seq

    async def _newest(self) -> int | None:
        """Return the number of the newest entry; None where the store cannot be asked just now."""
        found: list[int] = []

        def look(runtime: Runtime) -> None:
            with typed_failures(), runtime.environment.snapshot() as work:
                found.append(work.head.seq)

        try:
            await self._lanes.look(look)
        except PhantasmError:
            return None
        return found[0] if found else None


def _seq_of(entry: JsonObject) -> int:
    seq = entry.get("seq")
    return seq if isinstance(seq, int) else 0


def _event(name: str, number: int, data: JsonObject) -> bytes:
    return f"event: {name}\nid: {number}\ndata: {json.dumps(data, ensure_ascii=True)}\n\n".encode()
