"""Where are the subject and the verb of a plain statement? The first words that agree. Pure."""

from typing import NamedTuple

from phantasm.learning.claims.subjects import MOST_WORDS, is_subject
from phantasm.learning.claims.things import bare
from phantasm.learning.claims.verbs import PRESENT

_ADVERBS = frozenset(
    "always only still also never silently already automatically directly simply usually".split()
)


_AFTER_NOUN = frozenset(
    "will can may must should would is are was were has have of and or that which than".split()
)
"""What follows a noun: "the blocks will …", "copies of …"."""


class Clause(NamedTuple):
    """A subject, its verb, and what is said with it."""

    subject: str
    """As it is written."""
    verb: str
    """In small letters, as it is written."""
    rest: str
    """As it is written."""


def clause_of(text: str, *, loosely: bool = False) -> Clause | None:
    """Return the clause that a sentence begins with; None where no thing does something there."""
    words = text.split(None, MOST_WORDS + 3)
    for index in range(1, min(len(words), MOST_WORDS + 1)):
        verb = words[index].lower()
        if _stem(verb) not in PRESENT:
            continue
        stop = index - 1 if words[index - 1].lower() in _ADVERBS and index > 1 else index
        if index + 1 < len(words) and words[index + 1].lower() in _AFTER_NOUN:
            continue
        subject = " ".join(words[:stop])
        if subject[-1] in ",;:" or not is_subject(subject, verb, loosely=loosely):
            continue
        return Clause(subject, verb, " ".join(words[index + 1 :]))
    return None


def _stem(verb: str) -> str:
    word = bare(verb)
    for ending, stem in (("ies", "y"), ("es", ""), ("s", "")):
        if word.endswith(ending) and word[: -len(ending)] + stem in PRESENT:
            return word[: -len(ending)] + stem
    return word
