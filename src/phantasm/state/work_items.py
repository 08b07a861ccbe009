"""What does a record say about work: its status, its day, its owner, its priority? Pure."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, NamedTuple

Status = Literal["open", "in_progress", "done", "cancelled"]

# What has to be brought to an end; a decision is only work while it says that it is still open.
_TO_BE_DONE = frozenset({"goal", "task", "blocker", "question"})
_CLOSED: frozenset[Status] = frozenset({"done", "cancelled"})
# How people write the four words; anything else is taken as open and said to be unknown.
_SPELLINGS: dict[str, Status] = {
    "open": "open",
    "todo": "open",
    "proposed": "open",
    "in_progress": "in_progress",
    "doing": "in_progress",
    "done": "done",
    "completed": "done",
    "closed": "done",
    "resolved": "done",
    "accepted": "done",
    "cancelled": "cancelled",
    "canceled": "cancelled",
    "rejected": "cancelled",
}
# Lower is more urgent; words and numbers may be mixed. What says nothing stands in the middle.
_PRIORITIES = {"critical": 0, "urgent": 0, "high": 1, "medium": 2, "normal": 2, "low": 3}
_NO_PRIORITY = 2
_LAST = 99
_NEVER = "9999-12-31"


class Item(NamedTuple):
    """Something that is held and may have to be done; `id` is its lineage."""

    id: str
    kind: str
    status: Status = "open"
    is_work: bool = True
    """Whether it has to be brought to an end: a fact has not, a decision only when it says how far it is."""
    due: str | None = None
    """The day, as YYYY-MM-DD."""
    owner: str | None = None
    priority: str | None = None
    concerns: tuple[str, ...] = ()
    """What could not be read, as codes: unknown_status, unreadable_due."""

    @property
    def is_open(self) -> bool:
        """Tell whether nobody has closed it."""
        return self.status not in _CLOSED


def item(lineage: str, kind: str, payload: Mapping[str, object] | None) -> Item:
    """Read the conventions of a payload: status, due, owner, priority."""
    if not payload:  # most of thousands: there is nothing to read
        return Item(lineage, kind, is_work=kind in _TO_BE_DONE)
    spelt = str(payload.get("status") or "").strip().casefold().replace("-", "_").replace(" ", "_")
    due = _day(payload.get("due"))
    concerns = []
    if spelt and spelt not in _SPELLINGS and kind in _TO_BE_DONE:
        concerns.append("unknown_status")
    if payload.get("due") is not None and due is None:
        concerns.append("unreadable_due")
    return Item(
        id=lineage,
        kind=kind,
        status=_SPELLINGS.get(spelt, "open"),
        is_work=kind in _TO_BE_DONE or spelt in _SPELLINGS,
        due=due,
        owner=_text(payload.get("owner")),
        priority=_text(payload.get("priority")),
        concerns=tuple(concerns),
    )


def urgency(one: Item) -> tuple[str, int, int, str]:
    """Return what sorts items: the earliest day first, then priority, then what was begun, ties by id."""
    begun = 0 if one.status == "in_progress" else 1
    return (one.due or _NEVER, _rank(one.priority), begun, one.id)


def _rank(priority: str | None) -> int:
    if priority is None:
        return _NO_PRIORITY
    word = priority.strip().casefold()
    number = word.removeprefix("p")
    if number.isascii() and number.isdigit():
        return min(int(number), _LAST)
    return _PRIORITIES.get(word, _NO_PRIORITY)


def _day(value: object) -> str | None:
    if not isinstance(value, str):
        return None
    try:
        return datetime.fromisoformat(value).date().isoformat()
    except ValueError:
        return None


def _text(value: object) -> str | None:
    return (
        str(value) if isinstance(value, str | int) and not isinstance(value, bool) and value != "" else None
    )
