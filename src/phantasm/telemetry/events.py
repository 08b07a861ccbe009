"""What is worth telling an operator? Typed events: codes, counts and durations, never content."""

import logging
from dataclasses import dataclass, fields
from typing import ClassVar

LOGGER = logging.getLogger("phantasm")
# Without a sink nothing is written anywhere, least of all to an agent's stdout or stderr.
LOGGER.addHandler(logging.NullHandler())
LOGGER.propagate = False


@dataclass(frozen=True, slots=True)
class RequestAnswered:
    """A request went through the pipeline."""

    name: ClassVar[str] = "request_answered"
    operation: str
    kind: str
    profile: str
    request_id: str
    outcome: str
    milliseconds: float
    statements: int
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class RequestRefused:
    """The policy or the contract said no."""

    name: ClassVar[str] = "request_refused"
    operation: str
    profile: str
    request_id: str
    code: str


@dataclass(frozen=True, slots=True)
class SecretsMasked:
    """Something was masked before it was written; which rules, not which values."""

    name: ClassVar[str] = "secrets_masked"
    operation: str
    request_id: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DefectMet:
    """An error nobody foresaw: its type and place, never its message, which may hold content."""

    name: ClassVar[str] = "defect_met"
    operation: str
    request_id: str
    exception: str
    place: str


@dataclass(frozen=True, slots=True)
class StoreMigrated:
    """The schema moved on."""

    name: ClassVar[str] = "store_migrated"
    from_revision: str
    to_revision: str
    backup_id: str


Event = RequestAnswered | RequestRefused | SecretsMasked | DefectMet | StoreMigrated


def emit(event: Event, *, level: int = logging.INFO) -> None:
    """Hand an event to standard logging; a sink decides whether and where it is kept."""
    if LOGGER.isEnabledFor(level):
        # Events are flat, so that no deep copy is needed.
        LOGGER.log(
            level, event.name, extra={"event": {one.name: getattr(event, one.name) for one in fields(event)}}
        )
