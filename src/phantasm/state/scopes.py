"""Which scope does the caller mean, and what can be seen from there? Pure."""

from typing import NamedTuple

from phantasm.security.redaction import redact
from phantasm.state.model import Scope
from phantasm.storage.sql import Conditions
from phantasm.workspace.place import Place


class Standpoint(NamedTuple):
    """Where the caller stands: its branch, worktree and session, as far as they are known."""

    branch: str | None = None
    worktree: str | None = None
    session: str | None = None

    def reference(self, scope: Scope) -> str | None:
        """Return which branch, worktree or session a scope means here; empty for the project."""
        match scope:
            case "project":
                return ""
            case "branch":
                return self.branch
            case "worktree":
                return self.worktree
            case "session":
                return self.session

    def sees(self, scope: Scope, scope_ref: str) -> bool:
        """Tell whether what belongs to a scope can be seen from here."""
        return scope == "project" or (bool(scope_ref) and self.reference(scope) == scope_ref)

    def narrow(self, conditions: Conditions) -> None:
        """Leave out what belongs to other branches, worktrees and sessions."""
        clauses = ["scope = 'project'"]
        parameters: dict[str, object] = {}
        scopes: tuple[Scope, ...] = ("branch", "worktree", "session")
        for scope in scopes:
            reference = self.reference(scope)
            if reference:
                clauses.append(f"(scope = '{scope}' AND scope_ref = :here_{scope})")
                parameters[f"here_{scope}"] = reference
        conditions.add(f"({' OR '.join(clauses)})", **parameters)


def standpoint(place: Place, session_id: str | None) -> Standpoint:
    """Return where a caller stands; what a branch is called is kept, and shown, without secrets in it."""
    return Standpoint(safe_name(place.branch), safe_name(place.worktree), session_id)


def safe_name(name: str | None) -> str | None:
    """Return what a branch or a worktree is called, without secrets in it."""
    return redact(name)[0] if name else name
