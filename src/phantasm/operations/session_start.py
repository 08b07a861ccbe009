"""Note that a session begins, or say more about one; saying it again changes nothing."""

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Model
from phantasm.session import store
from phantasm.session.inputs import SessionFields
from phantasm.session.views import SessionView, session_view
from phantasm.storage.work import Work

KIND = Kind.MUTATION
EXAMPLE: JsonObject = {"session_id": "9f6c1d2e", "title": "Rate limiting", "branch": "main"}


class Params(SessionFields):
    """What is known about the session."""

    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")


class Result(Model):
    """The session as it is kept."""

    session: SessionView


def prepare(params: Params, environment: Environment) -> str:
    """Hand over the configured sensitivity."""
    return environment.config.settings.security.default_sensitivity


def handle(params: Params, work: Work, prepared: str) -> Result:
    """Keep the session."""
    kept = store.put(work, params.to_session(work.caller.profile), sensitivity=prepared)
    return Result(session=session_view(kept, work.caller))
