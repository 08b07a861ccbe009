"""Before, after or during which event does a question ask?"""

from collections.abc import Collection, Iterator, Sequence
from typing import Literal, NamedTuple

from phantasm.retrieval.times.fragments import happens_once, has_no_verb
from phantasm.retrieval.times.wording import DETERMINERS, PRONOUNS, Word, joined_at, text_at
from phantasm.state.claims.quantities import MONTHS, WEEKDAYS

Relation = Literal["before", "after", "during"]

# Words of an event that are kept: what follows tells more about it, and the first words find it.
_MOST_WORDS = 12
# The shortest verb in -ing: "doing"; shorter words are nouns ("king").
_SHORTEST_GERUND = 5


class Occasion(NamedTuple):
    """An event by its place: the word at `marker` relates to the words from `first` to before `stop`."""

    relation: Relation
    marker: int
    first: int
    stop: int


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MARKERS: dict[str, Relation] = {
    "before": "before",
    "until": "before",
    "till": "before",
    "prior": "before",
    "after": "after",
    "since": "after",
    "during": "during",
}
_QUESTIONS = _set("what how why which who whose whom where when whether")
_AUXILIARIES = _set("did do does was were is are have has had can could should would will")
# "look after", "named after"; and the order in which steps run is no time in the past.
_NO_TIME = _set("""
    look looking looked looks named take takes taking ever run runs called execute executes executed
    fire fires invoked goes comes come placed put insert inserted happens occurs added
""")
# "What was the server called before the move": a name is asked for, and not when something is called.
_NAMED = _set("called named")
_HAD = _set("was were had")
_STATEMENTS = _set("insert update delete select commit rollback")
# What ought to be done before something is a procedure, not an event; "could you tell me" is only polite.
_PROCEDURES = _set("""
    should must need needs can could would will might shall want wants always recommend recommended suggest
    suggested advise advised ensure
""")
_TO_DO = frozenset((("how", "to"), ("have", "to"), ("has", "to"), ("how", "do")))
_UNITS = _set("minutes hours days weeks months years")
# A clause with one of these gives a reason: "since the build is slow".
_REASONS = _set("""
    is are am isn't aren't can can't cannot does do don't doesn't has have will would should need needs
    want wants was were wasn't weren't
""")
_PAST = _set("""
    went began left got made took came became wrote built broke ran put cut split lost found met bought
    sold grew had did was were fell gave held kept knew led sent set shut spent stood taught told thought
    won read
""")
_TELLS_PAST = _set("did was were had have has happened")
# Words of a question about what is to come, unless one of the second list stands beside them.
_AHEAD = _set("will due upcoming next deadline plan plans planned planning scheduled should must tomorrow")
_OVER = _set("did was were had")
_PRESENT = _set("is are am do does happens")
_NO_GERUNDS = _set(
    "something everything anything nothing thing morning evening string spring during following"
)
_TIME_WORDS = (
    _set("""
    summer winter spring autumn fall week weekend day days night morning evening afternoon month months
    year years quarter time times period moment minute minutes hour hours while past last first next
    same recent whole entire rest of now today yesterday tomorrow fact and meantime future end beginning
    start weeks point date then
""")
    | DETERMINERS
    | WEEKDAYS
    | MONTHS.keys()
)
# What was said in a conversation is everything that we have: it is no event among others.
_TALKS = _set("conversation conversations chat chats discussion discussions talks sessions")


def tells_past(words: Sequence[Word]) -> bool:
    """Tell whether a question asks about what has happened: "what did", "what changed"."""
    return any(word.text in _TELLS_PAST for word in words) or text_at(words, 1).endswith("ed")


def looks_ahead(words: Sequence[Word]) -> bool:
    """Tell whether a question asks about what is to come: "what is due", "may I"; not "could you tell me"."""
    texts = {word.text for word in words}
    leave = text_at(words, 0) in ("may", "can", "could", "shall") and text_at(words, 1) != "you"
    return (leave or bool(texts & _AHEAD)) and not texts & _OVER


def measures(words: Sequence[Word]) -> frozenset[int]:
    """Return the places from "how long" or "how many days" to the sentence's end: a length is asked for."""
    places, inside = set(), False
    for index, word in enumerate(words):
        inside = inside and word.gap != "."
        asked = text_at(words, index - 1) == "many" and word.text in _UNITS
        inside = inside or asked or (word.text == "long" and text_at(words, index - 1) == "how")
        if inside:
            places.add(index)
    return frozenset(places)


def occasions(words: Sequence[Word], taken: Collection[int]) -> Iterator[Occasion]:
    """Yield the events of a question; `taken` are the places of words that already mean something else."""
    texts = {word.text for word in words}
    if texts.isdisjoint(_MARKERS):
        return
    if {"first", "or"} <= texts:  # which of two came first: neither restricts the other
        return
    past = {at for at, word in enumerate(words) if word.text in _TELLS_PAST or _in_past((word.text,))}
    present = bool(texts & _PRESENT) and not texts & _TELLS_PAST
    lengths, procedure, stop = measures(words), False, 0
    for index, word in enumerate(words):
        polite = joined_at(words, index + 1) == "you"
        told = index < stop or index in taken
        ought = word.text in _PROCEDURES or (word.text, joined_at(words, index + 1)) in _TO_DO
        procedure = (procedure and word.gap != ".") or (ought and not polite and not told)
        if told or procedure or index in lengths or word.text not in _MARKERS:
            continue
        found = _occasion(words, index, taken)
        if found and _is_time(words, found, past, present=present):
            stop = found.stop
            yield found


def _is_time(words: Sequence[Word], found: Occasion, past: Collection[int], *, present: bool) -> bool:
    """Tell whether an event says when, and not what comes first in a procedure.

    Either what is asked has happened too ("why do we sleep before the retry" asks how it works), or nothing
    tells when it is, and the event is one that happens once.
    """
    event = range(found.marker, found.stop)
    if not present and len(past) > sum(place in past for place in event):
        return True
    if not happens_once([word.text for word in words[found.first : found.stop]]):
        return False
    # "Why is the login slow since the upgrade": what is asked about began with it.
    return words[found.marker].text == "since" if present else has_no_verb(words, event)


def _occasion(words: Sequence[Word], index: int, taken: Collection[int]) -> Occasion | None:
    marker, first = words[index].text, index + 1
    previous = "" if words[index].gap else text_at(words, index - 1)
    paired = previous in ("and", "or") and text_at(words, index - 2) in _MARKERS
    if marker == "prior":
        first += 1
    if (
        (previous in _NO_TIME and marker != "during" and not _asks_for_name(words, index))
        or paired
        or (marker == "prior" and joined_at(words, index + 1) != "to")
    ):
        return None
    if not joined_at(words, first) or first in taken:
        return None
    stop = _stop(words, first, taken)
    said = [word.text for word in words[first:stop]]
    if not _names(words[first], said) or (marker == "since" and not _dates(said)):
        return None
    if marker == "during" and said[0].endswith("ing"):  # "during training" is a habit
        return None
    return Occasion(_MARKERS[marker], index, first, stop)


def _asks_for_name(words: Sequence[Word], index: int) -> bool:
    """Tell whether "called" before a marker asks for a name: "what was it called", not "called after Ann"."""
    if text_at(words, index - 1) not in _NAMED or words[index].text == "after":
        return False
    # Something stands between "was" and "called": "what was called before" asks for an order.
    return any(words[at].text == "what" and words[at + 1].text in _HAD for at in range(index - 3))


def _stop(words: Sequence[Word], first: int, taken: Collection[int]) -> int:
    """Return where the event's words end: at a mark, at a question of its own, or at another word of time."""
    for at in range(first + 1, min(len(words), first + _MOST_WORDS)):
        word, following = words[at], joined_at(words, at + 1)
        asks = word.text in _AUXILIARIES and (
            following in PRONOUNS | DETERMINERS | {"it"} or bool(following and words[at + 1].capital)
        )
        turns = word.text in ("and", "or", "but") and following in _QUESTIONS | _AUXILIARIES | _MARKERS.keys()
        if word.gap or at in taken or asks or turns or word.text in _QUESTIONS | _MARKERS.keys():
            return at
    return min(len(words), first + _MOST_WORDS)


def _names(word: Word, said: Sequence[str]) -> bool:
    """Tell whether the words name an event: a definite thing, a clause in the past, a name, what was done."""
    content = next((text for text in said if text not in _TIME_WORDS and not text.isdigit()), "")
    if not content or content in _TALKS or said[0][0].isdigit() or not _PRESENT.isdisjoint(said):
        return False
    if said[0] in DETERMINERS:
        return said[1] not in PRONOUNS | _AUXILIARIES
    if said[0] in PRONOUNS:
        return _in_past(said[1:])
    if word.capital:
        return said[0] not in _STATEMENTS
    return said[0].endswith("ing") and len(said[0]) >= _SHORTEST_GERUND and said[0] not in _NO_GERUNDS


def _in_past(said: Sequence[str]) -> bool:
    return any(text.endswith("ed") or text in _PAST for text in said)


def _dates(said: Sequence[str]) -> bool:
    """Tell whether "since" begins a time here, and not a reason."""
    return not any(text in _REASONS for text in said) and not said[0].endswith("ing")
