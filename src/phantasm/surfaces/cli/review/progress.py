"""Where is a person in the queue, what was decided so far, and what comes next?"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from phantasm.surfaces.cli.review import queue
from phantasm.surfaces.cli.review.choices import records
from phantasm.surfaces.cli.tables import JsonObject, objects

if TYPE_CHECKING:
    from pathlib import Path

    from phantasm.contracts.envelope import Response
    from phantasm.surfaces.cli.review.queue import Chosen


@dataclass(frozen=True, slots=True)
class Made:
    """A decision: where it was made, its word, the operation that can be undone, and the reviews it ended."""

    position: int
    word: str
    operation: str
    settled: frozenset[str]


@dataclass(slots=True)
class Progress:
    """The items of a walk; it grows when the end of a page is reached."""

    start: Path
    chosen: Chosen | None
    """Which queue to look at again at the end; None when only named items are walked through."""
    items: list[JsonObject] = field(default_factory=list)
    cursor: str | None = None
    total: int = 0
    position: int = 0
    made: list[Made] = field(default_factory=list)

    @property
    def current(self) -> JsonObject:
        """The item that is looked at."""
        return self.items[self.position]

    @property
    def title(self) -> str:
        """Which item of how many."""
        return f"{self.position + 1} of {max(self.total, len(self.items))}"

    def take(self, data: JsonObject) -> bool:
        """Add what a page has that was not seen before; returns whether there was any."""
        seen = {_identity(item) for item in self.items}
        fresh = [item for item in objects(data, "items") if _identity(item) not in seen]
        self.items += fresh
        self.cursor = str(data["next_cursor"]) if data.get("next_cursor") else None
        total = data.get("total")
        if not self.total and isinstance(total, int):
            self.total = total
        return bool(fresh)

    def decided(self, position: int | None = None) -> str | None:
        """Return the word for what was decided about an item, by itself or along with another one."""
        here = self.position if position is None else position
        for made in self.made:
            if here == made.position:
                return made.word
            if self.items[here].get("id") in made.settled:
                return "settled by another decision"
        return None

    def forward(self) -> None:
        """Go to the next item that nothing was decided about."""
        self.position += 1
        while self.position < len(self.items) and self.decided():
            self.position += 1

    def refresh(self) -> None:
        """Look at the current item as it is after the decisions so far."""
        known = records(self.current, "proposed", "subject", "held")
        if not (self.made and known and self.current.get("id")):
            return
        chosen = queue.Chosen((str(self.current.get("kind")),), ("open", "deferred", "resolved"))
        response = queue.everything(self.start, chosen, record=str(known[0].get("id")))
        for item in objects(response.data or {}, "items"):
            if item.get("id") == self.current.get("id"):
                self.items[self.position] = item

    def look_again(self) -> Response | None:
        """Fetch the next page, or at the end what has come up since; returns the answer that failed."""
        while self.chosen is not None:
            response = queue.page(self.start, replace(self.chosen, cursor=self.cursor))
            if response.error:
                return response
            if self.take(response.data or {}) or self.cursor is None:
                break
        return None

    def summary(self) -> str:
        """Say what was decided."""
        counted = Counter(made.word for made in self.made)
        return ", ".join(f"{number} {word}" for word, number in sorted(counted.items())) or "nothing decided"


def _identity(item: JsonObject) -> str:
    """Return what tells an item from others: its id, or the records of a finding that has none."""
    return str(
        item.get("id") or [record.get("id") for record in records(item, "subject", "held", "proposed")]
    )
