"""What does the compiler work with? The shapes that its stages hand on. Pure."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

Tier = Literal["record", "evidence", "episode"]
Match = Literal["strong_match", "weak_match", "no_match", "standing"]
Reason = Literal[
    "budget",
    "superseded",
    "stale",
    "sensitive",
    "scope",
    "duplicate",
    "below_threshold",
    "limit",
    "not_valid",
    "gone",
]
"""Why something that came near was left out."""
Span = tuple[int, int]
"""Which characters of an item's text, from and up to."""


class Standing(NamedTuple):
    """How far a record can be relied on, and since when."""

    state: str = "live"
    confidence: float = 1.0
    valid_from: str = ""
    valid_to: str | None = None
    recorded_at: str = ""
    verified_at: str | None = None
    expires_at: str | None = None
    revalidate_at: str | None = None
    marks: tuple[str, ...] = ()
    """in_conflict, doubtful or stale."""
    opposed: tuple[str, ...] = ()
    """The other sides of its open conflicts, by id."""
    disputed_by: tuple[str, ...] = ()
    """The same by handle."""
    fresh: str = ""
    """When and at which commit it was last known to hold, and what became of what it cites, in words."""
    condition: str = ""
    """unchanged, moved, changed or gone: the worst of what it cites; verified or unverified without that."""
    withheld: bool = False
    """Whether something that it cannot do without is gone."""


NO_PARTS: Mapping[str, float] = {}


class Candidate(NamedTuple):
    """Something that may be handed over."""

    id: str
    handle: str
    tier: Tier
    kind: str
    text: str
    """The statement, or the part of the evidence that answers best."""
    at: str
    """When it was seen, or since when it is true."""
    origin: str
    offset: int = 0
    """Where the text begins in the whole."""
    rank: int = 0
    """Its place among what speaks for it, from 0."""
    score: float = 0.0
    parts: Mapping[str, float] = NO_PARTS
    reason: str = ""
    """Why it is a candidate, in a sentence."""
    group: str = ""
    """The session or document it is part of."""
    position: int = 0
    lineage: str = ""
    """Of a record: what all its versions share."""
    trusted: bool = True
    """Whether its word may instruct: neither it nor anything it is derived from is untrusted, or a person
    approved it."""
    standing: Standing = Standing()
    labels: tuple[str, ...] = ()
    """What a reader has to know about it."""

    @property
    def is_record(self) -> bool:
        """Tell whether it is a record."""
        return self.tier == "record"


class Left(NamedTuple):
    """Something that came near and was left out."""

    candidate: Candidate
    reason: Reason
    detail: str


class Asked(NamedTuple):
    """What a task tells about the words to look for."""

    weights: Mapping[str, float] = NO_PARTS
    """Its telling words, as the index has them, and how much each tells."""


class Entry(NamedTuple):
    """One step of the ordered list: some more sentences of an item, or a twin that is merged into one."""

    candidate: Candidate
    section: str
    spans: tuple[Span, ...]
    """Within the candidate's text."""
    merged_into: Candidate | None = None
    """The item that says the same already; then there are no spans."""
    is_floor: bool = False
    """Whether it comes before everything else, and without it there is no context."""
    beside: "tuple[Entry, ...]" = ()
    """What comes along or not at all: the other sides of a dispute."""


class Chosen(NamedTuple):
    """One item that is handed over: a line."""

    candidate: Candidate
    section: str
    spans: tuple[Span, ...]
    """Within the candidate's text, in order, none touching the next."""
    also: tuple[str, ...] = ()
    """The ids of what says the same and was merged into it."""
