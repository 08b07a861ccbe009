"""What is known of a clause while it is being read?"""

from dataclasses import dataclass, field

from phantasm.state.claims.model import Token
from phantasm.state.claims.vocabulary import ARTICLES


@dataclass(slots=True)
class Clause:
    """One clause while it is being read: what is left of its words, and what its cues said."""

    tokens: list[Token]
    update: bool = False
    ended: bool = False
    negative: bool = False
    denied: bool = False
    """Whether a word denies it, as opposed to an opposite ("not enabled", not "disabled")."""
    modality: str = ""
    """`may` or `must`, where it says so."""
    additive: bool = False
    exclusive: bool = False
    tentative: bool = False
    unsure: bool = False
    past: bool = False
    hint: int = 0
    """Where the verb probably stands: behind a word like "now" or "must" that was taken out."""
    replaced: list[str] = field(default_factory=list)
    times: set[str] = field(default_factory=set)
    heading: list[Token] = field(default_factory=list)
    """Words before a colon and a sentence: they may say what it is about."""
    label: list[Token] = field(default_factory=list)
    """All words of such a heading, names and numbers too."""
    purpose: bool = False
    """Whether that phrase says what for ("for charts, …")."""
    circumstances: list[Token] = field(default_factory=list)
    """Words of a leading phrase ("in production"): they belong to the topic."""


_EMPTY = ARTICLES | {"using", "being"}


def value_key(tokens: list[Token]) -> str:
    """Return the normal form of a value: its words without articles, marks and gerunds of use."""
    return " ".join(
        [
            token.key
            for token in tokens
            if token.kind != "mark" and (token.kind != "word" or token.surface not in _EMPTY)
        ]
    )
