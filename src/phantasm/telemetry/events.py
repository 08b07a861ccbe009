"""What is worth telling an operator? Typed events: codes, counts and durations, never content."""

import logging
import re
from typing import NamedTuple

LOGGER = logging.getLogger("phantasm")
# Without a sink nothing is written anywhere, least of all to an agent's stdout or stderr.
LOGGER.addHandler(logging.NullHandler())
LOGGER.propagate = False
_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")


class RequestAnswered(NamedTuple):
    """A request went through the pipeline."""

    operation: str
    kind: str
    profile: str
    request_id: str
    outcome: str
    milliseconds: float
    statements: int
    replayed: bool = False


class RequestRefused(NamedTuple):
    """The policy or the contract said no."""

    operation: str
    profile: str
    request_id: str
    code: str


class SecretsMasked(NamedTuple):
    """Something was masked before it was written; which rules, not which values."""

    operation: str
    request_id: str
    rules: tuple[str, ...]


class DefectMet(NamedTuple):
    """An error nobody foresaw: its type and place, never its message, which may hold content."""

    operation: str
    request_id: str
    exception: str
    place: str


class StoreMigrated(NamedTuple):
    """The schema moved on."""

    from_revision: str
    to_revision: str
    backup_id: str


Event = RequestAnswered | RequestRefused | SecretsMasked | DefectMet | StoreMigrated


def emit(event: Event, *, level: int = logging.INFO) -> None:
    """Hand an event to standard logging; a sink decides whether and where it is kept."""
    if LOGGER.isEnabledFor(level):
        name = _WORD.sub("_", type(event).__name__).lower()
        LOGGER.log(level, name, extra={"event": event._asdict()})
