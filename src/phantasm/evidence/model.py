"""What is a piece of evidence? Bytes that were seen, where they came from, and whether they are trusted."""

from typing import NamedTuple

# These origins speak for themselves; what tools, files and pages say is quoted, never obeyed.
TRUSTED_ORIGINS = frozenset({"user", "agent"})


class Sighting(NamedTuple):
    """Something that was seen and is about to be kept."""

    text: str
    origin: str
    media_type: str
    source: str | None
    sensitivity: str
    observed_at: str | None
    session_id: str | None


class Evidence(NamedTuple):
    """A piece of evidence as the store has it; `text` is None once it was erased."""

    id: str
    seq: int
    """The write that brought it."""
    origin: str
    trusted: bool
    media_type: str
    source: str | None
    bytes: int
    session_id: str | None
    sensitivity: str
    observed_at: str
    recorded_at: str
    erased_at: str | None
    text: str | None
