"""Does a question ask about now, lately or formerly?"""

from collections.abc import Sequence
from typing import Literal

from phantasm.retrieval.times.wording import PRONOUNS, Word, joined_at, text_at

Intent = Literal["current", "recent", "historical", "any"]

_PHRASES: dict[Intent, str] = {
    "current": "now, currently, current, latest, these days, at the moment, at present, nowadays, "
    "most recent",
    "recent": "recently, lately, last time, recent",
    "historical": "originally, at first, used to, back then, initially, previously, before that, formerly, "
    "in the past, at that time, in the beginning",
}
_SAYINGS = tuple(
    (intent, tuple(phrase.split())) for intent, phrases in _PHRASES.items() for phrase in phrases.split(", ")
)
_SAYING_BEGINS = frozenset(phrase[0] for _, phrase in _SAYINGS)
_OWNERS = frozenset("my our your his her their".split())
_SPEAKERS = PRONOUNS | frozenset("it that what who there".split())


def intents(words: Sequence[Word]) -> frozenset[Intent]:
    """Return what the words of a question say about the time it asks about, each once."""
    return frozenset(
        intent
        for index, word in enumerate(words)
        if word.text in _SAYING_BEGINS
        for intent, phrase in _SAYINGS
        if _says(words, index, phrase)
    )


def _says(words: Sequence[Word], index: int, phrase: Sequence[str]) -> bool:
    if words[index].text != phrase[0]:
        return False
    if any(joined_at(words, index + more) != word for more, word in enumerate(phrase[1:], start=1)):
        return False
    previous, following = text_at(words, index - 1), joined_at(words, index + len(phrase))
    match phrase[0]:
        case "now":
            return previous not in ("until", "till", "by", "before", "from", "to") and following != "that"
        case "current":  # "the current directory" is a term, "our current database" a time
            return previous in _OWNERS
        case "latest":
            return (text_at(words, index - 2), previous) != ("at", "the")
        case "recent":
            return previous != "most"
        case "used":  # "we used to", and neither "the key is used to sign" nor "the tool used to build"
            asked = text_at(words, index - 2) == "did"
            return asked or previous in _SPEAKERS or following in ("be", "have")
        case "in" if phrase[-1] == "past":  # "in the past week" is a stretch of time
            return not following
        case "at" | "in":
            return following not in ("glance", "sight", "of")
    return True
