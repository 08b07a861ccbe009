"""What is a claim that a session makes, and how sure is it? Pure."""

from dataclasses import dataclass
from typing import Literal

from phantasm.contracts.kinds import KindName

Origin = Literal["user", "agent"]
"""Whose word it is; what a tool printed is never a claim."""

USER_SURE = 0.7
"""Confidence (0 to 1) in a plain word of the user: nobody has looked at it since. Set by design."""
AGENT_SURE = 0.55
"""Confidence (0 to 1) in what the assistant states plainly: it is right less often than the user."""
UNSURE = 0.4
"""Confidence (0 to 1) in what waits for a person: the words say it, but not plainly or not to the end."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that a turn says and that may be worth keeping."""

    kind: KindName
    statement: str
    """One sentence in the words of the turn."""
    origin: Origin
    turn: str
    """The id of the turn."""
    evidence_id: str | None
    """The evidence that holds the turn's text, once it is kept."""
    start: int
    stop: int
    """Which characters of the turn's text say it."""
    at: str | None
    """When the turn was said."""
    confidence: float
    sure: bool
    """Whether it may be kept without review."""
    rule: str
    """What recognised it; the same code in every version."""
    place: int = 0
    """Where the turn stands in the transcript."""
    payload: dict[str, object] | None = None
    """`reason` of a decision, `fix` of a known issue, `instead_of` of a correction."""
