"""What does one statement say, and where is what it may meet? The result of reading."""

from typing import NamedTuple

from phantasm.state.claims.keys import seeks_of
from phantasm.state.claims.model import NOTHING, Key, Part
from phantasm.state.claims.vocabulary import STIRRING


class Reading(NamedTuple):
    """What one statement says: first what the store keeps and looks up, then what is compared."""

    subject: str | None = None
    attribute: str | None = None
    value: str | None = None
    topic: str | None = None
    frame: str | None = None
    mention: str | None = None
    anchor: str | None = None

    parts: tuple[Part, ...] = ()
    """What its clauses say, the main one first."""
    said: tuple[str, ...] = ()
    """The keys of all its words, explanations included."""
    gone: frozenset[str] = NOTHING
    """The words of what it says has ceased to hold."""
    leavers: frozenset[str] = NOTHING
    """The subjects of the clauses that say so; none when the whole project is meant."""
    replaced: tuple[str, ...] = ()
    """What it says has ceased to hold, each in normal form."""
    update: bool = False
    """Whether it says that something changed ("now", "moved to", "no longer")."""
    exclusive: bool = False
    """Whether it says that nothing else holds ("only")."""
    additive: bool = False
    """Whether it says that other values hold too ("also", "one of")."""
    universal: bool = False
    """Whether it speaks of every one of its kind ("every", "never")."""
    unsure: bool = False
    """Whether it says itself that it may be wrong ("I think"): it disputes what is held, but never wins."""
    tentative: bool = False
    """Whether it asks, supposes, plans or quotes instead of claiming."""
    times: frozenset[str] = NOTHING
    """The times or releases it limits itself to ("in 2023", "before 2.0")."""

    @property
    def vocabulary(self) -> frozenset[str]:
        """Every word of all its clauses that carries meaning."""
        return frozenset([word for part in self.parts for word in part.words])

    @property
    def everything(self) -> frozenset[str]:
        """Every word of the statement, explanations included."""
        return frozenset(self.said)

    @property
    def stirs(self) -> bool:
        """Whether any of its words stirs the suspicion that something changed."""
        return self.update or bool(self.gone) or not STIRRING.isdisjoint(self.said)

    @property
    def seeks(self) -> tuple[Key, ...]:
        """Every column and key under which a newcomer looks for what it may meet; held ones need none."""
        own: list[Key] = [("topic", self.topic)] if self.topic else []
        if self.frame:
            own.append(("frame", self.frame))
        return seeks_of(self.parts, own, self.gone, stirs=self.stirs, said=self.said)
