"""What is said where a configured Qdrant server did not answer, and the embedded index did?"""

from phantasm.contracts.envelope import NextStep
from phantasm.storage.work import Work

UNAVAILABLE = "qdrant_unavailable"
"""The warning's code."""

_STEP = NextStep(
    message="Start the Qdrant server, then bring its vectors up to date; or set qdrant.url to nothing.",
    command="phantasm index build",
)


def tell_of_absence(work: Work, why: str | None) -> None:
    """Warn that another engine answers than the configured one, where that is so."""
    if why is not None:
        work.warn(UNAVAILABLE, f"the embedded vectors are used instead of Qdrant's: {why}")
        work.remediation.append(_STEP)
