"""List what sessions came to, newest first: summary, outcome with its evidence, files, commands, lessons."""

import re
from typing import Annotated, Literal

from pydantic import Field

from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import Choices, JsonObject, Line, Model, Timestamp
from phantasm.contracts.parse import cursor_parts
from phantasm.session import chronicle, store
from phantasm.session.inputs import MAX_SESSIONS, OutcomeName
from phantasm.session.listing import Wanted, page, place_of
from phantasm.session.store import Kept
from phantasm.session.views import EpisodeView, episode_view
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {"outcome": "failure", "limit": 5}
# A moment, and the id of the session that stood there.
_CURSOR = re.compile(r"(\S{1,40}) (.{1,512})", re.DOTALL)


class Params(Model):
    """Which episodes."""

    session_ids: Annotated[list[Line], Field(max_length=MAX_SESSIONS)] | None = Field(
        default=None, description="Only of these sessions, whatever else is chosen"
    )
    states: Choices[Literal["live", "condensed", "archived"]] = Field(
        default=["live", "condensed"], min_length=1, description="Whole, brief, or faded"
    )
    agent: Line | None = Field(default=None, description="Only this client's")
    outcome: OutcomeName | None = Field(default=None, description="Only those that went so")
    since: Timestamp | None = Field(default=None, description="Only those whose last turn is not earlier")
    until: Timestamp | None = Field(default=None, description="Only those whose last turn is earlier")
    limit: Annotated[int, Field(ge=1, le=200)] = Field(default=20, description="At most so many")
    cursor: Annotated[str, Field(max_length=600)] | None = Field(
        default=None, description="`next_cursor` of the page before"
    )


class Result(Model):
    """One page."""

    episodes: list[EpisodeView]
    next_cursor: str | None = None


def handle(params: Params, work: Work, prepared: None) -> Result:
    """Return one page, or what was asked for by name."""
    if params.session_ids is not None:
        kept = store.find(work, params.session_ids)
        return Result(episodes=_views(work, [kept[name] for name in params.session_ids if name in kept]))
    within = (params.since, params.until)
    wanted = Wanted(None, params.agent, params.outcome, *within, params.states)
    found = page(work, wanted, params.limit + 1, after=_position(params.cursor))
    shown = found[: params.limit]
    return Result(
        episodes=_views(work, shown),
        next_cursor=place_of(shown[-1]) if len(found) > len(shown) else None,
    )


def _views(work: Work, sessions: list[Kept]) -> list[EpisodeView]:
    told = chronicle.episodes(work, [kept.session.id for kept in sessions])
    return [
        episode_view(kept, told[kept.session.id], work.caller) for kept in sessions if kept.session.id in told
    ]


def _position(cursor: str | None) -> tuple[str, str] | None:
    if cursor is None:
        return None
    at, name = cursor_parts(cursor, _CURSOR)
    return at, name
