"""List sessions, newest first, open ones included, by state, client, outcome and time."""

import re
from typing import Annotated, Literal

from pydantic import Field

from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model, Timestamp
from phantasm.contracts.parse import cursor_parts
from phantasm.session.inputs import OutcomeName
from phantasm.session.listing import Wanted, page, place_of
from phantasm.session.views import SessionView, session_view
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {"state": "open", "limit": 20}
# A moment, and the id of the session that stood there.
_CURSOR = re.compile(r"(\S{1,40}) (.{1,512})", re.DOTALL)


class Params(Model):
    """Which sessions."""

    state: Literal["open", "ended"] | None = Field(default=None, description="Only those that go on, or not")
    agent: Line | None = Field(default=None, description="Only this client's")
    outcome: OutcomeName | None = Field(default=None, description="Only those that went so")
    since: Timestamp | None = Field(default=None, description="Only those whose last turn is not earlier")
    until: Timestamp | None = Field(default=None, description="Only those whose last turn is earlier")
    limit: Annotated[int, Field(ge=1, le=1000)] = Field(default=50, description="At most so many")
    cursor: Annotated[str, Field(max_length=600)] | None = Field(
        default=None, description="`next_cursor` of the page before"
    )


class Result(Model):
    """One page."""

    sessions: list[SessionView]
    next_cursor: str | None = None


def handle(params: Params, work: Work, prepared: None) -> Result:
    """Return one page."""
    wanted = Wanted(params.state, params.agent, params.outcome, params.since, params.until)
    found = page(work, wanted, params.limit + 1, after=_position(params.cursor))
    shown = found[: params.limit]
    return Result(
        sessions=[session_view(kept, work.caller) for kept in shown],
        next_cursor=place_of(shown[-1]) if len(found) > len(shown) else None,
    )


def _position(cursor: str | None) -> tuple[str, str] | None:
    if cursor is None:
        return None
    at, name = cursor_parts(cursor, _CURSOR)
    return at, name
