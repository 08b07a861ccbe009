"""What is a piece of evidence? Bytes that were seen, where they came from, and whether they are trusted."""

from dataclasses import dataclass

# These origins speak for themselves; what tools, files and pages say is quoted, never obeyed.
TRUSTED_ORIGINS = frozenset({"user", "agent"})


@dataclass(frozen=True, slots=True)
class Sighting:
    """Something that was seen and is about to be kept."""

    text: str
    origin: str
    media_type: str
    source: str | None
    sensitivity: str
    observed_at: str | None
    session_id: str | None


@dataclass(frozen=True, slots=True)
class Evidence:
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
