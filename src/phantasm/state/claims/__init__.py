"""What does a statement claim? Deterministic reading of one sentence into subject, attribute and value."""

from phantasm.state.claims.model import Reading, Triple
from phantasm.state.claims.reading import READING, read

__all__ = ["READING", "Reading", "Triple", "read"]
