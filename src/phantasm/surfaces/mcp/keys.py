"""Under which key is a write known again? The agent's own, or one by which a retry is recognised.

A call that says the same as one before, soon after it and with no other write of that caller in between, is
taken for a retry: it gets the same key, and the store answers from the receipt. Another write in between ends
that, so that archiving, restoring and archiving again does all three. The id of a request will not do: a
retry has a new one. A hash of the arguments alone would swallow the second archiving.
"""

import secrets
import time
from collections.abc import Callable

from phantasm.contracts.canonical import digest
from phantasm.surfaces.mcp.calls import Meant
from phantasm.surfaces.mcp.identity import Caller

# A client that lost an answer asks again within its own time limit, which is five minutes where it is long.
RETRY_SECONDS = 600.0
# Reads have keys too, because nobody knows beforehand what `call` does; more than these are not retried.
_MOST_REMEMBERED = 64
# Over HTTP a caller is whoever it says it is; the longest silent ones are forgotten.
_MOST_CALLERS = 64


def draw() -> str:
    """Return a key that nobody has used."""
    return f"mcp-{secrets.token_hex(12)}"


class Keys:
    """The keys that were drawn lately, by caller and by what was asked."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic, fresh: Callable[[], str] = draw) -> None:
        self._now = now
        self._fresh = fresh
        self._drawn: dict[Caller, dict[str, tuple[str, float]]] = {}

    def key(self, caller: Caller, meant: Meant) -> str:
        """Return the key of a call."""
        if meant.key is not None:
            return meant.key
        body, now = _body(meant), self._now()
        mine = self._drawn.pop(caller, {})
        self._drawn[caller] = mine
        while len(self._drawn) > _MOST_CALLERS:
            self._drawn.pop(next(iter(self._drawn)))
        known = mine.pop(body, None)
        key = known[0] if known is not None and now - known[1] <= RETRY_SECONDS else self._fresh()
        mine[body] = (key, now)
        while len(mine) > _MOST_REMEMBERED:
            mine.pop(next(iter(mine)))
        return key

    def wrote(self, caller: Caller, meant: Meant) -> None:
        """Note that a call has changed something: whatever was asked before it is no retry from now on."""
        mine = self._drawn.get(caller, {})
        body = _body(meant)
        self._drawn[caller] = {body: mine[body]} if body in mine else {}


def _body(meant: Meant) -> str:
    return digest([meant.operation, meant.params])
