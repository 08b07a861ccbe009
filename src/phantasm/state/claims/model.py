"""What does a statement say, as far as rules can tell? The shapes that reading fills and comparing uses."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

Key = tuple[Literal["topic", "frame", "mention", "anchor"], str]
"""A column of the store and the text whose hash stands in it."""

Cardinality = Literal["one", "many", "unknown"]
"""How many values of an attribute may hold at a time: `many` live side by side."""

# A newcomer looks under this many keys at most: each is one index probe of the store.
MOST_SEEKS = 8
# A statement of change speaks of what it changes in other words more often, so it looks in more places.
MOST_SEEKS_OF_A_CHANGE = 20

NOTHING: frozenset[str] = frozenset()


Kind = Literal["word", "name", "number", "mark"]
"""`name`: a path, an identifier or something else with digits or dots in it; `number`: anything measured."""


# Slots, not a tuple: made once per distinct word and looked at a hundred times per statement.
@dataclass(frozen=True, slots=True)
class Token:
    """A word, name, number or mark of a text."""

    key: str
    """Its normal form, by which it is compared."""
    surface: str
    """How it is written, in lower case."""
    kind: Kind
    capital: bool
    """Whether it is written with a capital letter."""


class Part(NamedTuple):
    """What one clause of a statement says."""

    words: tuple[str, ...] = ()
    """Every word that carries meaning, in order, in its normal form; numbers are not among them."""
    terms: frozenset[str] = NOTHING
    """The words of subject, attribute and circumstances: what the value is the value of."""
    core: frozenset[str] = NOTHING
    """The words of subject, attribute and value without what explains them."""
    spoken: frozenset[str] = NOTHING
    """Its words without those that two statements about the same thing need not share."""
    choices: tuple[tuple[str, str], ...] = ()
    """Which choices it makes, and how: ("package manager", "npm")."""
    tail: frozenset[str] = NOTHING
    """Those terms that stand behind the value."""
    holders: frozenset[str] = NOTHING
    """The words of the subject alone; none when the whole project is meant."""
    attribute: str = ""
    """What the verb speaks of; its words are among the terms."""
    value: str = ""
    """The normal form of the value."""
    shown: str = ""
    """The value as it is written, in lower case."""
    measures: tuple[str, ...] = ()
    """The numbers, versions, dates and quantities of the value, in comparable form."""
    unit: str = ""
    """The noun that the number counts."""
    cardinality: Cardinality = "unknown"
    negative: bool = False
    """Whether the clause denies what its words say."""
    modality: str = ""
    """Whether it says that something may be or that it must be."""
    link: str = ""
    """The preposition before the value."""
    heading: frozenset[str] = NOTHING
    """The words before a colon and a sentence: a label ("ADR-7: …") or what it is about."""
    ended: bool = False
    """Whether it says that something has ceased to hold: nothing can be said to end it."""
    changed: bool = False
    """Whether its verb says that something changed, and so nothing about what it is ("moved to")."""
    active: bool = False
    """Whether the subject does something to an object."""
    agentive: bool = False
    """Whether the doer stands behind "by": the order of its words is turned round."""
