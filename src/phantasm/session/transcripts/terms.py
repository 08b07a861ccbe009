"""Who speaks in a transcript, and what did that cost? What transcripts and kept sessions share. Pure."""

from dataclasses import dataclass
from typing import Literal

Role = Literal["user", "assistant", "tool", "system"]


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens and cost as the client reported them; nothing is estimated."""

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost: float | None = None
    """In US dollars."""
