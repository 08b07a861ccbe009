"""End a session: what it came to becomes an episode, once, however often it is ended."""

from pydantic import Field

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model, Timestamp
from phantasm.learning.forming import form_episode
from phantasm.session import chronicle, store
from phantasm.session.store import Kept
from phantasm.session.views import EpisodeView, episode_view
from phantasm.storage import jobs
from phantasm.storage.work import Work

KIND = Kind.MUTATION
EXAMPLE: JsonObject = {"session_id": "9f6c1d2e"}


class Params(Model):
    """Which session, and when it ended."""

    session_id: Line = Field(description="The client's own id of the session")
    ended_at: Timestamp | None = Field(default=None, description="When; left out, with its last turn")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")


class Result(Model):
    """What the session came to; no episode when it has no turns."""

    episode: EpisodeView | None = None


def handle(params: Params, work: Work, prepared: None) -> Result:
    """Close the session, form its episode, and ask for what is to be learned from it."""
    kept = store.find(work, [params.session_id]).get(params.session_id)
    if kept is None:
        raise PhantasmError(
            Code.NOT_FOUND,
            f"no session is called {params.session_id!r}",
            field="params.session_id",
            remediation=(Remediation("Hand its turns over first.", command="phantasm import sessions"),),
        )
    ended = store.end(work, kept, params.ended_at)
    if not ended.is_formed:
        form_episode(work, ended)
        jobs.enqueue(work, jobs.SESSION, jobs.AFTER_SESSION, key=jobs.SESSION, again=True)
    return _shown(work, ended)


def _shown(work: Work, kept: Kept) -> Result:
    now = store.find(work, [kept.session.id])[kept.session.id]
    episode = chronicle.episodes(work, [kept.session.id]).get(kept.session.id)
    return Result(episode=episode_view(now, episode, work.caller) if episode else None)
