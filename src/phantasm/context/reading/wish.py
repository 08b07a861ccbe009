"""What is wanted of the store?"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phantasm.retrieval.filters import Filter
    from phantasm.state.model import Record
    from phantasm.state.scopes import Standpoint
    from phantasm.state.timeline import Point
    from phantasm.workspace.checkout import Checkout


class Wish(NamedTuple):
    """What is wanted of the store."""

    query: str | None
    focus: Sequence[str]
    chosen: Filter
    seen_from: Standpoint | None
    at: Point
    today: str
    least_confidence: float
    nearest: bool
    sensitive: bool
    """Whether the caller may read what is sensitive."""
    people: frozenset[str]
    """The profiles behind which a person stands."""
    episodes: int = 0
    """The most episodes."""
    given: frozenset[str] = frozenset()
    """Items that the reader has already."""
    explain: bool = False
    """Whether what came near is wanted, too."""
    checkout: Checkout | None = None
    """The working tree that records are held against."""
    unverified_days: int = 0
    """After how long what no person said and nobody verified is no longer told; 0: never."""

    def shows(self, record: Record) -> bool:
        """Tell whether a record may be shown to the caller, from where it stands."""
        seen = self.seen_from is None or self.seen_from.sees(record.scope, record.scope_ref)
        return seen and record.content is not None and (self.sensitive or record.sensitivity != "sensitive")
