"""Which browser belongs to the person who started the server? The one that brought the one-time code.

The code stands in a link that only that person's terminal shows, after the `#`, where no server and no log
sees it. It is exchanged for two secrets: a cookie, which a script cannot read, and a word for a header, which
another origin cannot read. Browsers send a cookie to every port of a host, so neither is worth much alone.
"""

from __future__ import annotations

import hmac
import secrets
import time
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from phantasm.surfaces.serving.tokens import Grant

_SECRET_BYTES = 32
# Time enough for a browser to start; a link that lies around longer is no use to whoever finds it.
CODE_SECONDS = 300.0
# A working day: then the terminal shows a new link.
SESSION_SECONDS = 12 * 3600.0
_MOST_CODES = 8
_MOST_SESSIONS = 32


@dataclass(frozen=True, slots=True)
class Session:
    """One browser that was let in."""

    cookie: str
    word: str
    grant: Grant
    ends: float


class Browsers:
    """The codes that are out and the browsers that are in; none of it outlives the server."""

    def __init__(self, grant: Grant, *, now: Callable[[], float] = time.monotonic) -> None:
        self._grant = grant
        self._now = now
        self._codes: dict[bytes, float] = {}
        self._sessions: dict[bytes, Session] = {}

    def code(self) -> str:
        """Return a new code, good for one browser and a few minutes."""
        code = secrets.token_urlsafe(_SECRET_BYTES)
        self._codes[_digest(code)] = self._now() + CODE_SECONDS
        _keep_newest(self._codes, _MOST_CODES)
        return code

    def enter(self, code: str) -> Session | None:
        """Exchange a code for a session; a code that was used, is too old or never was gives none."""
        ends = self._codes.pop(_digest(code), None)
        if ends is None or ends < self._now():
            return None
        session = Session(
            cookie=secrets.token_urlsafe(_SECRET_BYTES),
            word=secrets.token_urlsafe(_SECRET_BYTES),
            grant=self._grant,
            ends=self._now() + SESSION_SECONDS,
        )
        self._sessions[_digest(session.cookie)] = session
        _keep_newest(self._sessions, _MOST_SESSIONS)
        return session

    def grant_of(self, cookie: str, word: str) -> Grant | None:
        """Return what a browser is granted that shows both its secrets."""
        session = self._sessions.get(_digest(cookie))
        if session is None or session.ends < self._now():
            return None
        is_it = hmac.compare_digest(word.encode("utf-8", "surrogatepass"), session.word.encode())
        return session.grant if is_it else None

    def leave(self, cookie: str) -> None:
        """End a session."""
        self._sessions.pop(_digest(cookie), None)


def _keep_newest(kept: dict[bytes, Any], most: int) -> None:
    """Forget the oldest; a thread that shows a new link may meet a browser that comes in."""
    for old in list(kept)[:-most]:
        kept.pop(old, None)


def _digest(secret: str) -> bytes:
    """Return under what a secret is looked up: how long that takes must say nothing about it."""
    return sha256(secret.encode("utf-8", "surrogatepass")).digest()
