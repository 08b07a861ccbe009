"""What is a request granted? What its token or its browser has; nothing, on the few routes open to all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.surfaces.serving.guard import Public, Refused, bearer, header

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import Scope

    from phantasm.surfaces.http.browsers import Browsers
    from phantasm.surfaces.serving.tokens import Grant

API = "/v1"
"""Under which everything is that is asked of memory; the rest is the page."""
OPENAPI = "/openapi.json"
HEALTH = "/health"
SESSION = "/session"
EVENTS = "events"
WORD_HEADER = "x-phantasm-csrf"
"""The header with the word that a browser was given; a form or another page cannot send it."""
# The methods of these two that are not for everybody; the others tell nothing.
_PARTLY = {
    API + HEALTH: frozenset({"POST"}),
    API + SESSION: frozenset({"DELETE", "GET", "HEAD"}),
}
_NOBODY = 401


def cookie_name(port: int) -> str:
    """Return the name of the cookie: browsers keep one set of cookies for every port of a host."""
    return f"phantasm_{port}"


def admission(
    authorize: Callable[[str | None], Grant | None], browsers: Browsers, *, port: int
) -> Callable[[Scope], Grant | Public | Refused]:
    """Return who lets in whoever has a token or a session; the page itself is open and tells nothing."""
    by_token, name = bearer(authorize), cookie_name(port)

    def admit(scope: Scope) -> Grant | Public | Refused:
        path, method = scope["path"], scope["method"]
        is_page = not path.startswith(f"{API}/") and path not in (API, OPENAPI)
        if is_page or method not in _PARTLY.get(path, {method}):
            return Public()
        if header(scope, b"authorization"):
            return by_token(scope)
        cookie, words = cookie_of(scope, name), header(scope, WORD_HEADER.encode())
        grant = browsers.grant_of(cookie, words[0]) if cookie and len(words) == 1 else None
        return grant or Refused(_NOBODY, "a token of this project is needed, or the link of `phantasm open`")

    return admit


def cookie_of(scope: Scope, name: str) -> str | None:
    """Return our cookie; one that comes twice is none."""
    pairs = [pair.strip().partition("=") for text in header(scope, b"cookie") for pair in text.split(";")]
    found = [value for one, _, value in pairs if one == name]
    return found[0] if len(found) == 1 else None
