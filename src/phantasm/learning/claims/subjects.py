"""Is what stands before a verb its subject, and does it last? Pure.

A sentence is about the project where its subject is: "the worker reads …", "`orders` are …", not "to read …",
"take a break …", "my plan is …".
"""

import re

from phantasm.learning.claims.things import bare, is_lasting
from phantasm.learning.claims.verbs import ORDERS

MOST_WORDS = 7
"""A subject of a claim has few words: the longest in the development set has six."""

_INSIDE = frozenset(
    """you i we can will that which who would should must may might could is are was were be been am being
    do does did not never if when while because so but or as your my his her their me us them it this
    these those let please i'm i've i'd i'll you're we're there how what why where can't don't let's
    given also still then again just really simply often even already now""".split()
)
"""Words that no short subject holds; "this service" is let through before."""
_DETERMINERS = frozenset("the our each every all both no any its another one a an".split())
_LEADING = frozenset(
    """with for in on at from by after before during under over like without about since until through
    between despite given using via per most many some several few other more longer shorter better
    modern""".split()
)
"""Words that begin a circumstance or speak of things in general, not a thing of the project."""
_NOUNS_TOO = frozenset(
    """search build test release schedule review report record list post plan store log lint work cut push
    feature security merge import export change background""".split()
)
"""Orders that are things as often."""
_COUNTED = frozenset("two three four five six seven eight nine ten".split())
"""Who counts things speaks of those that are there now."""
_VERBAL = re.compile(r"(?:ing|ed|ly)$")
"""How an act, a state or a manner ends."""
_NOT_VERBAL = frozenset(
    """staging pricing billing routing logging caching building testing reporting monitoring onboarding
    training hosting tracking messaging scheduling shipping streaming rendering embedding embedded
    shared distributed feed seed bed red string thing nothing everything reply supply assembly
    family anomaly ring settings bing processing ingesting indexing linting packaging versioning tooling
    mapping booking""".split()
)
"""Things that end like an act."""
_BEING = frozenset("is are has have must may can can't cannot need needs".split())
"""Verbs that tell what something is; the words before them are its name, however they look."""
_ANY_NUMBER = frozenset(
    "is are was were has have does do doesn't don't can't cannot won't broke hung lost may must ran".split()
)
"""Verbs that say nothing about number here, or agree with what stands before by themselves."""
_CODE = re.compile(r"[`./_]|\d|[A-Z].*[A-Z]|[a-z][A-Z]")


def is_subject(subject: str, verb: str, *, loosely: bool = False) -> bool:
    """Tell whether some words, as they are written, are the subject of the verb behind them."""
    words = subject.split()
    low = [bare(word).lower() for word in words]
    if not words or len(words) > MOST_WORDS or not low[0]:
        return False
    if low[0] == "this":
        return is_lasting(subject.lower()) and agrees(words[-1], verb)
    if low[0] in _COUNTED or words[0].isdigit() or any(word[-1] in ",:;" for word in words):
        return False
    is_told = verb in _BEING
    if low[0] == "to" or ("to" in low and not is_told):
        return False
    if any(word in _INSIDE for word in low) or not is_lasting(subject.lower(), loosely=loosely):
        return False
    if (
        low[0] not in _DETERMINERS
        and not _CODE.search(words[0])
        and not _is_noun(low[0], alone=len(words) == 1)
    ):
        # "Push notifications are …", "cancelled invoices keep …": behind it stands what it tells of.
        tells = low[0].endswith("ed") or (is_told and low[0] in _NOUNS_TOO)
        if not tells or len(words) == 1 or not low[-1].endswith("s"):
            return False
    return agrees(words[-1], verb)


def _is_noun(word: str, *, alone: bool) -> bool:
    """Tell whether a first word may begin a noun phrase rather than an order ("use …") or an act."""
    if word in _LEADING or (word in ORDERS and not (alone and word in _NOUNS_TOO)):
        return False
    return word in _NOT_VERBAL or _VERBAL.search(word) is None


def agrees(head: str, verb: str) -> bool:
    """Tell whether a noun and a verb agree: "the worker reads", "workers read", not "arch support"."""
    first = verb.split(maxsplit=1)[0]
    if first in _ANY_NUMBER or first.endswith("ed"):
        return True
    noun = bare(head).lower()
    plural = noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
    if _CODE.search(head):
        return True
    is_singular = first.endswith("s") and not first.endswith("ss")
    return is_singular != plural or (is_singular and noun.endswith(("ss", "us", "is")))
