"""What goes over HTTP around an operation's own words? The forms of calls, answers and sessions."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

from pydantic import Field

from phantasm.contracts.envelope import Confirmations, ErrorBody, Key, Response
from phantasm.contracts.model import Model

ParamsT = TypeVar("ParamsT", bound=Model)
ResultT = TypeVar("ResultT", bound=Model)
PARAMS = "The operation's own parameters"


class CallingClient(Model):
    """Which program calls; the profile is the token's."""

    session_id: Key | None = Field(default=None, description="The caller's session, for scope and audit")
    name: Key | None = Field(default=None, description="The calling program")
    version: Key | None = Field(default=None, description="The calling program's version")


class Call(Model, Generic[ParamsT]):
    """What is sent to an operation's route."""

    params: ParamsT = Field(description=PARAMS)
    idempotency_key: Key | None = Field(
        default=None, description="Required for every write unless params.dry_run"
    )
    request_id: Key | None = Field(default=None, description="The caller's trace id; echoed")
    confirmations: Confirmations | None = Field(
        default=None, description="Required where the operation asks for it; counts in a person's browser"
    )
    client: CallingClient | None = None


class Answered(Response, Generic[ResultT]):
    """An answer, with the operation's own result."""

    data: ResultT  # type: ignore[assignment]  # what it is in the envelope's general form


class Refusal(Response):
    """An answer that says why nothing was done."""

    data: None = None
    error: ErrorBody


class Code(Model):
    """The one-time code of a link."""

    code: str


class Entered(Model):
    """Whom the server takes a caller for."""

    profile: str
    scope: str
    rights: list[str]
    is_person: bool
    version: str
    project: str | None = None
    root: str | None = None
    csrf: str | None = Field(default=None, description="Told once, when a browser comes in")


class Event(Model):
    """One server-sent event, field by field."""

    event: Literal["hello", "changed"]
    id: str = Field(description="The newest entry of the journal; send it back as Last-Event-ID")
    data: str = Field(description="JSON: `seq`, and for `changed` the `entries` that are new")


class Alive(Model):
    """Somebody answers; nothing more is told to whoever has no token."""

    status: str
