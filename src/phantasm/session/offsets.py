"""How far was which transcript read? Noted in the write that keeps its turns, so that the two never part."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, StringConstraints

from phantasm.contracts.model import Line, Model
from phantasm.session.tables import TRANSCRIPTS
from phantasm.storage.sql import Conditions
from phantasm.storage.work import Work

# The longest path that Linux and macOS take is 4,096 bytes.
MAX_NAME_CHARACTERS = 4_096
# A session, a few calls that wait for their answers: some kilobytes at most.
MAX_KNOWN_CHARACTERS = 64_000

FileName = Annotated[str, StringConstraints(min_length=1, max_length=MAX_NAME_CHARACTERS)]
Offset = Annotated[int, Field(ge=0, lt=2**63)]

_NOTE = (
    TRANSCRIPTS.insert
    + " ON CONFLICT (name) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in TRANSCRIPTS.columns[1:])
)


class TranscriptInput(Model):
    """How far a transcript was read."""

    name: FileName = Field(description="The file")
    client: Line = Field(description="Who wrote it")
    resume: Offset = Field(description="Where to read on, in bytes of what the file says")
    size: Offset = Field(description="How long the file was, in bytes")
    digest: Line = Field(description="By which a file is known again that has only grown")
    known: Annotated[str, StringConstraints(max_length=MAX_KNOWN_CHARACTERS)] = Field(
        description="What was going on there, as JSON"
    )


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript as far as it was read."""

    name: str
    client: str
    resume: int
    size: int
    digest: str
    known: str
    seen_at: str


def note(work: Work, read: TranscriptInput) -> None:
    """Note how far a transcript was read."""
    work.run(_NOTE, read.model_dump() | {"seen_at": work.now})


def find(work: Work, names: Sequence[str]) -> list[Transcript]:
    """Return how far some transcripts were read, by name."""
    rows = work.all_of("SELECT * FROM transcripts WHERE name IN (:values)", names)
    return sorted((Transcript(**row) for row in rows), key=lambda read: read.name)


def page(work: Work, limit: int, *, after: str | None = None) -> list[Transcript]:
    """Return how far transcripts were read, by name, behind a name."""
    conditions = Conditions()
    if after:
        conditions.add("name > :after", after=after)
    rows = work.all(
        f"SELECT * FROM transcripts {conditions.where} ORDER BY name LIMIT :limit",
        conditions.parameters | {"limit": limit},
    )
    return [Transcript(**row) for row in rows]
