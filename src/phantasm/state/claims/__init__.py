"""What does a statement claim? Deterministic reading of one sentence into subject, attribute and value."""

from phantasm.state.claims.model import Triple
from phantasm.state.claims.reader import READING, read
from phantasm.state.claims.readings import Reading

__all__ = ["READING", "Reading", "Triple", "read"]
