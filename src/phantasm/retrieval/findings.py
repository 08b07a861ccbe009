"""What shows when an index is looked over, and what helps?"""

from typing import NamedTuple

BUILD = "phantasm index build"
REBUILD_WORDS = "phantasm index rebuild --words"
REBUILD_VECTORS = "phantasm index rebuild --vectors"


class Finding(NamedTuple):
    """One thing that is not as it could be."""

    message: str
    command: str | None
    """What mends it."""
    is_problem: bool = True
    """Something is lost or wrong; else it only has not happened yet."""


def note(message: str, command: str | None) -> Finding:
    """Return what only has not happened yet."""
    return Finding(message, command, is_problem=False)
