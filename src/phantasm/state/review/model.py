"""What is a review? Something about one or more records that waits for a person's decision."""

from typing import Literal, NamedTuple

ReviewKind = Literal["suggestion", "conflict", "duplicate", "stale", "doubtful", "procedure", "question"]
ReviewState = Literal["open", "deferred", "resolved"]
Role = Literal["proposed", "held", "subject", "root", "path"]
"""`proposed`: what somebody wants held; `held`: what it is against; `root`: what changed; `path`: between."""

# What can mislead an agent today comes before what merely waits or repeats.
PRIORITIES: dict[ReviewKind, int] = {
    "conflict": 90,
    "doubtful": 70,
    "suggestion": 50,
    "procedure": 45,
    "stale": 40,
    "question": 30,
    "duplicate": 20,
}
RANKS: dict[ReviewState, int] = {"open": 0, "deferred": 1, "resolved": 2}
"""What is to be decided comes before what was put off, and that before what is over."""
Position = tuple[int, int, int, str]
"""Where a review comes in the queue: rank, priority from above, number, id."""
# A review about something that instructs agents or that a person froze goes before its kind.
_WEIGHTY = 5
OVERLAYS: dict[ReviewKind, str] = {"conflict": "in_conflict", "doubtful": "doubtful", "stale": "stale"}
"""What a record is called while a review of this kind about it is not resolved."""

DISMISSED = "resolved"
"""How a review ends that somebody closed without changing a record: the finding is not raised again."""


class NewReview(NamedTuple):
    """A review that is about to be opened."""

    kind: ReviewKind
    about: str
    """What makes it the same review when it is found again: ids, never content."""
    records: tuple[tuple[str, Role], ...]
    reasons: tuple[str, ...]
    """Codes; what they mean is in `state.reasons`."""
    similarity: int | None = None
    preferred: str | None = None
    weighty: bool = False


class Review(NamedTuple):
    """A review as the store has it."""

    id: str
    kind: ReviewKind
    state: ReviewState
    priority: int
    about: str
    reasons: tuple[str, ...]
    similarity: int | None
    preferred: str | None
    seq: int
    opened_at: str
    wake: dict[str, str] | None = None
    deferred_seq: int | None = None
    closed_at: str | None = None
    resolution: str | None = None
    records: tuple[tuple[str, Role], ...] = ()

    def ids(self, *roles: Role) -> list[str]:
        """Return the records that have one of some roles, in order."""
        return [record_id for record_id, role in self.records if role in roles]

    @property
    def path(self) -> list[str]:
        """Of a doubt: from what changed, over what lies between, to what is doubtful; else nothing."""
        if self.kind != "doubtful":
            return []
        return [*self.ids("root"), *self.ids("path"), *self.ids("subject")]


def opened(new: NewReview, review_id: str, *, seq: int, at: str) -> Review:
    """Return a new review as it stands when it is opened."""
    return Review(
        id=review_id,
        kind=new.kind,
        state="open",
        priority=PRIORITIES[new.kind] + _WEIGHTY * new.weighty,
        about=new.about,
        reasons=new.reasons,
        similarity=new.similarity,
        preferred=new.preferred,
        seq=seq,
        opened_at=at,
        records=new.records,
    )
