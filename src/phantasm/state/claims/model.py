"""What does a statement say, as far as rules can tell? The shapes that reading fills and judging compares."""

from dataclasses import dataclass, field
from typing import Literal

Key = tuple[Literal["topic", "frame", "mention"], str]
"""A column of the store and the text whose hash stands in it."""

Cardinality = Literal["one", "many", "unknown"]
"""How many values of an attribute may hold at a time: `many` live side by side."""

# A newcomer looks under this many keys at most: each is one index probe of the store.
MOST_SEEKS = 8


@dataclass(frozen=True, slots=True)
class Triple:
    """Subject, predicate and object, where the writer gives them apart from the sentence."""

    subject: str
    predicate: str
    object: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What one statement says.

    The first seven fields are what the store keeps and looks up; the others are what the judge compares.
    """

    subject: str | None = None
    attribute: str | None = None
    value: str | None = None
    topic: str | None = None
    frame: str | None = None
    mention: str | None = None
    seeks: tuple[Key, ...] = ()

    words: tuple[str, ...] = ()
    """Every word that carries meaning, in order, in its normal form; the values are among them."""
    measures: tuple[str, ...] = ()
    """The numbers, versions, dates and quantities of the value, in comparable form."""
    terms: frozenset[str] = field(default_factory=frozenset)
    """The words of subject and attribute: two readings with one topic have the same."""
    holders: frozenset[str] = field(default_factory=frozenset)
    """The words of the subject alone; none when the whole project is meant."""
    negative: bool = False
    """Whether the statement denies what its words say."""
    cardinality: Cardinality = "unknown"
    exclusive: bool = False
    """Whether it says that nothing else holds ("only")."""
    additive: bool = False
    """Whether it says that other values hold too ("also", "one of")."""
    update: bool = False
    """Whether it says that something changed ("now", "moved to", "no longer")."""
    replaced: tuple[str, ...] = ()
    """What it says has ceased to hold, each in normal form."""
    tentative: bool = False
    """Whether it asks, supposes, plans or quotes instead of claiming."""
    times: frozenset[str] = field(default_factory=frozenset)
    """The times or releases it limits itself to ("in 2023", "before 2.0")."""
