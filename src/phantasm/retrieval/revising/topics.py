"""Which words of a sentence say what it is about, and what does a value do in it?"""

from functools import lru_cache

from phantasm.retrieval.revising.amounts import NUMBER_WORDS, Kind
from phantasm.retrieval.revising.stating import CHANGES
from phantasm.state.claims.quantities import MONTHS, WEEKDAYS
from phantasm.state.claims.words import REMEMBERED_WORDS, normal_form, stems

# A shorter word says nothing about a topic ("my", "by", "TV").
_SHORTEST_TOPIC = 3
# The role of a value is named by one of so many nearest words.
_REACH_OF_ROLES = 4


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SILENT = (
    _words("""
        a able about actually add added adding additional advice after again all almost already also although
        always am amount an and annual annually another any anything approximately are around as ask asked
        asking at away based be because been before being best better between bit both but by can can't come
        coming consider considering could couldn't curious current currently daily date dates day days decide
        decided deciding did didn't different do does doesn't doing don't done down due during each
        effectively either else enough ensure ensuring especially even ever every everyone everything exactly
        extra far feel feeling feels few figure finally find finding for found from further gave get gets
        getting give given giving go goes going gonna good got great had happen happening happy has hasn't
        have haven't having he help helping helps her here here's hey him his hope hoping hour hours how
        however i i'd i'll i'm i've if in include includes including into is isn't it it's its just keep
        keeping keeps kept kinda knew know last later latest least let let's like look looking looks lot made
        make makes making many may maybe me mean means mention mentioned might minute minutes month monthly
        months more most much must my nearly need needed needs never new newly next nice no not now number of
        off ok okay on one ones only or other our out over overwhelmed own people per planning please quite
        really recent recently remind reminder right roughly said same saw say saying says see seeing seen
        several shall she should since so some someone something soon specific specifically start started
        starting still stressed struggling such suggest sure take taking tell than thank thanks that that's
        the their them then there these they they're thing things think thinking this those though thought
        through till time times tips to today told tomorrow too took total totally tried try trying under
        understand understanding until up us use used using usually very via want wanted wants was way ways
        we we're we've week weekly weeks well went were what what's when where whether which while who why
        will with within without won't wonder wondering work working works worried worry worrying would yeah
        year yearly years yes yesterday yet you your
    """)
    | NUMBER_WORDS.keys()
    | WEEKDAYS
    | MONTHS.keys()
)
# Words that tell one of several alike things from the others.
_DISTINCT = stems("""
    first second third fourth fifth final initial non minimum maximum morning afternoon evening male female
    gross net average provisional
""")
_QUARTERS = _words("q1 q2 q3 q4")


def _roles(**groups: str) -> dict[str, str]:
    return {stem: role for role, group in groups.items() for stem in stems(group)}


_GOALS = _roles(goal="goal target targeting aim aiming")
_OF_MONEY = _GOALS | _roles(
    plan="budget budgeted allocated allocate allocation cap capped limit",
    spent="spent spend paid pay cost costs price priced bought purchased donated",
    income="earn earning earned salary income offer wage",
    saved="save saved saving savings invested contribute transfer",
)
_OF_AMOUNTS = {
    "money": _OF_MONEY,
    "duration": _GOALS | _roles(spent="spent spend"),
    "percent": _GOALS | _roles(result="quiz exam assessment scored grade graded"),
}
_OF_TIME = _roles(
    due="deadline submit submission finish",
    event="meeting call session appointment interview webinar visit workshop party",
)
_BY_PREPOSITION = {"by": "due", "due": "due", "since": "since", "until": "until"}


@lru_cache(maxsize=REMEMBERED_WORDS)
def topic_of(word: str) -> str:
    """Return the stem of a lower-case word that says what a sentence is about; nothing for any other word."""
    if word in _SILENT or len(word) < _SHORTEST_TOPIC or not word[0].isalpha():
        return ""
    stem = normal_form(word.removesuffix("'s"))
    return "" if stem in CHANGES else stem


@lru_cache(maxsize=REMEMBERED_WORDS)
def is_mark(word: str) -> bool:
    """Tell whether a word tells one of several alike things from the others: "first", "Q3", "Saturday"."""
    return word in WEEKDAYS or word in _QUARTERS or (word[0].isalpha() and normal_form(word) in _DISTINCT)


def names_role(kind: Kind, word: str) -> bool:
    """Tell whether a stem names a role of such values: "budget" and "allocation" are one head of money."""
    return word in _OF_AMOUNTS.get(kind, _GOALS)


def role_of(kind: Kind, words: tuple[str, ...], previous: str) -> str:
    """Return what a value does, by its nearest telling word; a date may be told by the word before it.

    `plan`, `spent`, `income` and `saved` are money's, `result` a percentage's, `due`, `event`, `since` and
    `until` are times', and every amount can be a `goal`.
    """
    if kind in ("date", "clock"):
        if kind == "date" and previous in _BY_PREPOSITION:
            return _BY_PREPOSITION[previous]
        roles = _OF_TIME
    else:
        roles = _OF_AMOUNTS.get(kind, _GOALS)
    if kind != "date" and any(word in _GOALS for word in words[:_REACH_OF_ROLES]):
        return "goal"
    return next((roles[word] for word in words[:_REACH_OF_ROLES] if word in roles), "")
