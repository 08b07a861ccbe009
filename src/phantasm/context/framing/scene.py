"""What does a frame look at? The work, who touched it, and what the turn says. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from phantasm.context.framing.answers import Cited, Moment
from phantasm.context.hidden import one_line
from phantasm.context.ways import Slot
from phantasm.state.graph import WorkGraph
from phantasm.state.work_items import Item

# A sentence of a task: more makes a cue unreadable, and the record is a handle away.
QUOTED_CHARACTERS = 160


@dataclass(frozen=True, slots=True)
class Thing:
    """A work item together with the record that says it."""

    item: Item
    record_id: str
    handle: str
    text: str | None
    """None where the caller may not read it."""
    trusted: bool = True
    """Whether its word may be followed: no untrusted origin behind it, or a person approved it."""
    marks: tuple[str, ...] = ()

    @property
    def cited(self) -> Cited:
        """Return it as answers name it."""
        return Cited(
            id=self.record_id,
            handle=self.handle,
            kind=self.item.kind,
            text=self.text,
            trusted=self.trusted,
        )


@dataclass(frozen=True, slots=True)
class Touch:
    """That the session wrote to a line of work."""

    seq: int
    at: str
    created: bool
    """Whether it only wrote it down: noting a task is not working on it."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What the choice of focus and of the next step looks at; lines are named by their lineage."""

    moment: Moment
    today: str
    """YYYY-MM-DD."""
    graph: WorkGraph
    things: Mapping[str, Thing]
    query: str | None = None
    slots: Sequence[Slot] = ()
    """Which slots of earlier turns the query asks for."""
    chosen: str | None = None
    """The line that the caller named as its focus."""
    touched: Mapping[str, Touch] = field(default_factory=dict)
    mentioned: Mapping[str, float] = field(default_factory=dict)
    """Lines that the query is about, with how well they answer it, from 0 to 1."""

    def waiting_for(self, name: str) -> tuple[str, ...]:
        """Return what is open and keeps a line waiting, directly."""
        return self.graph.awaited.get(name, ())

    def open_work(self) -> list[Thing]:
        """Return everything that has to be brought to an end and is not."""
        return [
            thing for _, thing in sorted(self.things.items()) if thing.item.is_open and thing.item.is_work
        ]


def quoted(thing: Thing) -> str:
    """Return a thing as a sentence names it: what it says, where that may be quoted, and its handle."""
    if thing.text is None:
        return f"something this profile may not read [m:{thing.handle}]"
    if not thing.trusted:
        # Its words might pose as instructions: they are shown as data, never in a sentence of ours.
        return f"something from an untrusted origin [m:{thing.handle}]"
    return f"“{cut(thing.text)}” [m:{thing.handle}]"


def cut(text: str, most: int = QUOTED_CHARACTERS) -> str:
    """Return the beginning of a text as one line without anything hidden, whole words, no closing mark."""
    line = one_line(text)
    if len(line) > most:
        head = line[:most]
        line = (head.rpartition(" ")[0] or head) + "…"
    return line.removesuffix(".")
