"""What can be found? Units: a record, or a part of a piece of evidence, with what the ranking looks at."""

from typing import Literal, NamedTuple

WORDS = 3
"""Version of how units and their words are derived from texts; another one derives them anew. Raise it with
every change of `tokens`, `forming`, `traits` or `evidence.formation` that shows in the index."""

Tier = Literal["record", "evidence", "episode"]


class Unit(NamedTuple):
    """One thing that can be found."""

    id: int
    """Ascending; never names another unit within one epoch of the store."""
    seq: int
    """The write that brought it."""
    tier: Tier
    item_id: str
    """The record's or the evidence's id."""
    part: int
    start: int
    stop: int
    """Which characters of the item's text it is."""
    length: int
    """How many characters the whole text has."""
    grouping: str | None
    """The session or document it is part of."""
    position: int
    """Its place there; the parts of one turn of a session share one."""
    live: bool
    kind: str
    """A record's kind, or the media type of evidence."""
    origin: str
    scope: str
    scope_ref: str
    sensitivity: str
    at: str
    """When it was seen, or since when it is true."""
    traits: int
    """What shows in it, packed; see `traits`."""
    title: str
    body: str
    """Its words as the index has them, apart by blanks; empty once it was erased."""
