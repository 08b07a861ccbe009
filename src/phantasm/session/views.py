"""Views of sessions and episodes, and the sentences that explain a session."""

from pydantic import Field

from phantasm.contracts.kinds import Right
from phantasm.contracts.model import JsonObject, Model
from phantasm.session.episodes.model import Episode
from phantasm.session.episodes.shape import to_json
from phantasm.session.store import Kept
from phantasm.storage.work import Caller


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


def may_read(kept: Kept, caller: Caller) -> bool:
    """Tell whether a caller may read what a session came to: it is as sensitive as what was said."""
    return kept.sensitivity != "sensitive" or caller.may(Right.SENSITIVE_READ)


def session_view(kept: Kept, caller: Caller) -> SessionView:
    """Return a session as a caller may see it."""
    about = kept.session._asdict()
    if not may_read(kept, caller):
        about["title"] = None
    return SessionView(
        **about,
        handle=kept.handle,
        state=kept.state,
        last_at=kept.last_at,
        outcome=kept.outcome,
        episode=kept.episode_state,
        up_to_date=kept.is_formed,
    )


def episode_view(kept: Kept, episode: Episode, caller: Caller) -> EpisodeView:
    """Return an episode as a caller may see it."""
    told: JsonObject = {"outcome": episode.outcome, "withheld": "sensitive"}
    if may_read(kept, caller):
        told = to_json(episode)
    return EpisodeView(session=session_view(kept, caller), episode=told)


def session_sentences(kept: Kept, episode: Episode | None, caller: Caller) -> list[str]:
    """Say when a session was held, what is kept of it, how it went and on what that rests."""
    session = kept.session
    until = f" until {session.ended_at or kept.last_at}" if session.ended_at or kept.last_at else ""
    said = [
        f"A session of {session.client}, from {session.started_at or kept.recorded_at}{until}; {kept.state}."
    ]
    if episode is None:
        return [*said, "Nothing was made of it yet: its episode is formed when it ends."]
    said.append(f"{episode.turns} turns; its episode is {kept.episode_state or 'not kept'}.")
    readable = episode.because if may_read(kept, caller) else ()
    basis = "; ".join(f"{one.kind.replace('_', ' ')} says {one.says}: {one.text}" for one in readable)
    return [*said, f"Its outcome is {episode.outcome}" + (f", because {basis}." if basis else ".")]
