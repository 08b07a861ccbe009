"""On which terms does consolidation work? What was chosen, in one place. Pure."""

from dataclasses import dataclass
from typing import Literal

from phantasm.config.settings import Settings

Pass = Literal["episodes", "claims", "repeats", "duplicates", "condense", "fade", "leftovers"]
PASSES: tuple[Pass, ...] = (
    "episodes",
    "claims",
    "repeats",
    "duplicates",
    "condense",
    "fade",
    "leftovers",
)
"""In the order in which they run: each builds on what those before it made."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What consolidation may do, and when."""

    claims: Literal["records", "suggestions", "off"] = "records"
    repeats: int = 3
    condense_after_days: int = 30


def terms_of(settings: Settings) -> Terms:
    """Return the terms that a project has chosen."""
    return Terms(
        claims=settings.learning.claims,
        repeats=settings.learning.repeats,
        condense_after_days=settings.sessions.condense_after_days,
    )


@dataclass(frozen=True, slots=True)
class Done:
    """What one pass did in one step."""

    counts: dict[str, int]
    """By what was done, in one word each."""
    more: bool = False
    """Whether there is more to do than fits a step."""
    examples: tuple[str, ...] = ()
    """A few ids of what was changed, with why."""
