"""What sort of operation or record is it, and which right does it need?"""

from enum import StrEnum
from typing import Literal

KindName = Literal[
    "identity",
    "decision",
    "constraint",
    "preference",
    "convention",
    "fact",
    "environment",
    "known_issue",
    "dependency",
    "glossary",
    "person",
    "goal",
    "task",
    "blocker",
    "question",
    "procedure",
    "note",
]
"""What sorts of records there are; `state.kinds` says what each means."""

MeasureName = Literal["retrieval", "context", "claims", "continuity"]
"""What evaluations measure over time."""


class Kind(StrEnum):
    """Decides the transaction, the trust check and the idempotency rule of an operation."""

    READ = "read"
    MUTATION = "mutation"
    SNAPSHOT = "snapshot"
    MAINTENANCE = "maintenance"

    @property
    def writes(self) -> bool:
        """Tell whether the operation needs the serialized write boundary."""
        return self is not Kind.READ


class Right(StrEnum):
    """What a profile may do; an operation names the one it needs."""

    READ = "read"
    SUGGEST = "suggest"
    WRITE = "write"
    REVIEW = "review"
    SENSITIVE_READ = "sensitive_read"
    SENSITIVE_EXPORT = "sensitive_export"
    MAINTENANCE = "maintenance"


DEFAULT_RIGHT = {
    Kind.READ: Right.READ,
    Kind.MUTATION: Right.WRITE,
    Kind.SNAPSHOT: Right.WRITE,
    Kind.MAINTENANCE: Right.MAINTENANCE,
}


class TokenScope(StrEnum):
    """How far a token or a browser session reaches at most; each holds what the one before it holds."""

    READ = "read"
    REVIEW = "review"
    WRITE = "write"
    ADMIN = "admin"
