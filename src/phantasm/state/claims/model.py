"""What does a statement say, as far as rules can tell? The shapes that reading fills and comparing uses."""

from dataclasses import dataclass
from typing import Literal

Key = tuple[Literal["topic", "frame", "mention"], str]
"""A column of the store and the text whose hash stands in it."""

Cardinality = Literal["one", "many", "unknown"]
"""How many values of an attribute may hold at a time: `many` live side by side."""

# A newcomer looks under this many keys at most: each is one index probe of the store.
MOST_SEEKS = 8

NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Triple:
    """Subject, predicate and object, where the writer gives them apart from the sentence."""

    subject: str
    predicate: str
    object: str


@dataclass(frozen=True, slots=True)
class Part:
    """What one clause of a statement says."""

    words: tuple[str, ...] = ()
    """Every word that carries meaning, in order, in its normal form; numbers are not among them."""
    terms: frozenset[str] = NOTHING
    """The words of subject, attribute and circumstances: what the value is the value of."""
    holders: frozenset[str] = NOTHING
    """The words of the subject alone; none when the whole project is meant."""
    value: str = ""
    """The normal form of the value."""
    measures: tuple[str, ...] = ()
    """The numbers, versions, dates and quantities of the value, in comparable form."""
    cardinality: Cardinality = "unknown"
    negative: bool = False
    """Whether the clause denies what its words say."""
    agentive: bool = False
    """Whether the doer stands behind "by": the order of its words is turned round."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one statement says: first what the store keeps and looks up, then what is compared."""

    subject: str | None = None
    attribute: str | None = None
    value: str | None = None
    topic: str | None = None
    frame: str | None = None
    mention: str | None = None
    seeks: tuple[Key, ...] = ()

    parts: tuple[Part, ...] = ()
    """What its clauses say, the main one first."""
    vocabulary: frozenset[str] = NOTHING
    """Every word of all its clauses that carries meaning."""
    gone: frozenset[str] = NOTHING
    """The words of what it says has ceased to hold."""
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
    tentative: bool = False
    """Whether it asks, supposes, plans or quotes instead of claiming."""
    times: frozenset[str] = NOTHING
    """The times or releases it limits itself to ("in 2023", "before 2.0")."""
