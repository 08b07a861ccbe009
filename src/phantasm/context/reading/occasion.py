"""For whom, from where and when is a frame made? What its readers of the store share."""

from dataclasses import dataclass

from phantasm.context.days import end_of
from phantasm.context.framing.answers import Moment
from phantasm.state.scopes import Standpoint
from phantasm.state.timeline import Point
from phantasm.storage.blobs import BlobStore
from phantasm.workspace.checkout import Checkout


@dataclass(frozen=True, slots=True)
class Occasion:
    """What is asked for, and who asks."""

    moment: Moment
    query: str | None
    session: str | None
    """The session that goes on, as the caller names it."""
    focus: str | None
    """The id or handle of what the caller works on."""
    today: str
    """YYYY-MM-DD."""
    since: str | None
    limit: int
    rules: int
    at: Point
    seen_from: Standpoint | None
    people: frozenset[str]
    """The profiles that belong to persons: what they did is approved."""
    blobs: BlobStore
    sensitive: bool
    """Whether the caller may read what is sensitive."""
    checkout: Checkout | None
    """The working tree that records are held against."""

    @property
    def now(self) -> str:
        """Return the end of the day: the same frame all day long."""
        return end_of(self.today)

    @property
    def last_seq(self) -> int | None:
        """Return the last write that counts; None for all."""
        return self.at.seq
