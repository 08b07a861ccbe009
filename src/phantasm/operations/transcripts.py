"""List how far transcripts of agents were read."""

from typing import Annotated

from pydantic import Field

from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Model
from phantasm.session import offsets
from phantasm.session.offsets import FileName, Offset
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {"limit": 20}
# As many as one look-up takes at a time.
MAX_NAMES = 500


class Params(Model):
    """Which transcripts."""

    names: Annotated[list[FileName], Field(max_length=MAX_NAMES)] | None = Field(
        default=None, description="Only these files; those that nobody has read are left out"
    )
    limit: Annotated[int, Field(ge=1, le=1000)] = Field(default=100, description="At most so many")
    cursor: FileName | None = Field(default=None, description="`next_cursor` of the page before")


class TranscriptView(Model):
    """How far a transcript was read."""

    name: str
    client: str
    resume: Offset = Field(description="Where reading goes on, in bytes")
    size: Offset = Field(description="How long the file was, in bytes")
    digest: str
    known: str = Field(description="What was going on there, as JSON")
    seen_at: str


class Result(Model):
    """One page, by name."""

    transcripts: list[TranscriptView]
    next_cursor: str | None = None


def handle(params: Params, work: Work, prepared: None) -> Result:
    """Return one page, or what was asked for by name."""
    if params.names is not None:
        return Result(transcripts=[_view(read) for read in offsets.find(work, params.names)])
    found = offsets.page(work, params.limit + 1, after=params.cursor)
    shown = found[: params.limit]
    return Result(
        transcripts=[_view(read) for read in shown],
        next_cursor=shown[-1].name if len(found) > len(shown) else None,
    )


def _view(read: offsets.Transcript) -> TranscriptView:
    return TranscriptView(
        name=read.name,
        client=read.client,
        resume=read.resume,
        size=read.size,
        digest=read.digest,
        known=read.known,
        seen_at=read.seen_at,
    )
