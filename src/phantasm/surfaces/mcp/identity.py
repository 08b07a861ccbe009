"""Who is calling? The profile, session and program behind a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from phantasm.config.environment import client_profile, variable
from phantasm.contracts.envelope import MAX_KEY_CHARACTERS
from phantasm.surfaces.serving.guard import GRANT
from phantasm.surfaces.serving.tokens import Grant

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server import ServerRequestContext

    from phantasm.contracts.kinds import TokenScope
    from phantasm.contracts.model import JsonObject
    from phantasm.runtime.party import Party

ANYBODY = "generic_mcp"
"""The profile of a client that nobody knows: it reads and suggests."""

# How the clients name themselves in `clientInfo`, by the beginning of the name in lower case. The name is a
# claim; over stdio the claimant has started us, so that it could as well have set PHANTASM_CLIENT.
_KNOWN_NAMES = (
    ("claude-code", "claude_code"),
    ("claude code", "claude_code"),
    ("codex", "codex"),
    ("gemini-cli", "gemini"),
    ("cursor", "cursor"),
    ("opencode", "opencode"),
    ("copilot", "copilot"),
    ("github-copilot", "copilot"),
    ("github copilot", "copilot"),
    ("visual studio code", "copilot"),
)
_SESSION_VARIABLES = ("CLAUDE_CODE_SESSION_ID",)


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, as the envelope of a request says it."""

    profile: str
    session: str | None = None
    name: str | None = None
    version: str | None = None
    scope: TokenScope | None = None

    def party(self, ask: Callable[[str], bool] | None = None) -> Party:
        """Return what the runtime is told beside the request; `ask` puts its question to a person."""
        from phantasm.runtime.party import Party  # noqa: PLC0415  not in the handshake

        return Party(ask=ask, scope=self.scope)

    def client(self) -> JsonObject:
        """Return the request's `client`."""
        told = {"session_id": self.session, "name": self.name, "version": self.version}
        return {"profile": self.profile, **{name: value for name, value in told.items() if value}}


def caller_of(context: ServerRequestContext) -> Caller:
    """Return who sent a request."""
    params = context.session.client_params
    name = _short(params.client_info.name) if params else None
    version = _short(params.client_info.version) if params else None
    grant = context.request.scope.get(GRANT) if context.request is not None else None
    if isinstance(grant, Grant):  # over HTTP the token says who it is, whatever the client calls itself
        return Caller(grant.profile, None, name, version, grant.scope)
    session = next((found for one in _SESSION_VARIABLES if (found := variable(one))), None)
    return Caller(client_profile() or known_profile(name or ""), session, name, version)


def known_profile(name: str) -> str:
    """Return the built-in profile of a client by the name that it gives itself."""
    lowered = name.lower()
    return next((profile for start, profile in _KNOWN_NAMES if lowered.startswith(start)), ANYBODY)


def _short(text: str) -> str | None:
    """Return a client's own words as the envelope takes them."""
    kept = "".join(one for one in text if one.isprintable())[:MAX_KEY_CHARACTERS]
    return kept or None
