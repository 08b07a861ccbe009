"""How are sessions and episodes shown?"""

from dataclasses import asdict

from pydantic import Field

from phantasm.contracts.model import JsonObject, Model
from phantasm.session.episodes.shape import to_json
from phantasm.session.model import Episode
from phantasm.session.store import Kept


class SessionView(Model):
    """A session."""

    id: str
    handle: str = Field(description="The short name by which its episode is cited, as [s:…]")
    client: str
    state: str = Field(description="open or ended")
    started_at: str | None = None
    ended_at: str | None = None
    last_at: str | None = None
    continues: str | None = None
    folder: str | None = None
    branch: str | None = None
    version: str | None = None
    title: str | None = None
    outcome: str | None = Field(default=None, description="How it went, as far as there is evidence")
    episode: str | None = Field(
        default=None, description="live, condensed or archived; none yet when left out"
    )
    up_to_date: bool = Field(description="Whether the episode says everything that the turns say")


class EpisodeView(Model):
    """What a session came to."""

    session: SessionView
    episode: JsonObject = Field(description="Summary, outcome with its evidence, files, commands, lessons, …")


def session_view(kept: Kept) -> SessionView:
    """Return a session as it is shown."""
    return SessionView(
        **asdict(kept.session),
        handle=kept.handle,
        state=kept.state,
        last_at=kept.last_at,
        outcome=kept.outcome,
        episode=kept.episode_state,
        up_to_date=kept.is_formed,
    )


def episode_view(kept: Kept, episode: Episode) -> EpisodeView:
    """Return an episode as it is shown."""
    return EpisodeView(session=session_view(kept), episode=to_json(episode))
