"""Which orders hold from now on, and not only for the task at hand? Pure."""

import re

from phantasm.learning.claims.artefacts import ARTEFACTS
from phantasm.learning.claims.ruling import Rule, Said, rule
from phantasm.learning.claims.things import POINTING, bare
from phantasm.learning.claims.verbs import ORDERS, WORKING
from phantasm.learning.claims.working import is_about_work, points_at_nothing

_NO_SORT = frozenset("the my your its a an about to up out off so too".split())
"""Before one thing, or behind a verb of two words; a sort of things stands bare."""
_SELF = re.compile(r"\b(?:me|my|i|asking)\b")


def _may_order(verb: str, said: Said) -> bool:
    """An order is about the work by its verb, by what it names, or because it speaks of the assistant."""
    return verb in WORKING or (verb in ORDERS and (is_about_work(said) or _SELF.search(said.low) is not None))


def _is_order(match: re.Match[str], said: Said) -> bool:
    """An order that holds from now on: it begins with a verb, and points at nothing."""
    verb = match["verb"]
    rest = re.split(r"[,;]\s", said.low[match.end() :], maxsplit=1)[0]
    return _may_order(verb, said) and POINTING.search(rest) is None


def _is_order_to_me(match: re.Match[str], said: Said) -> bool:
    return _is_order(match, said) and _SELF.search(said.low[match.end() :]) is not None


def _is_plural(match: re.Match[str], said: Said) -> bool:
    """What is not to be done is a sort of thing ("emojis"), not the one on the table ("the header")."""
    rest = said.low[match.end() :]
    words = rest.split()
    if (
        not _may_order(match["verb"], said)
        or not words
        or POINTING.search(rest)
        or re.search(r"\b(?:yet|now|worry)\b", rest)
    ):
        return False
    return bare(words[0]) not in _NO_SORT


def _is_mine(match: re.Match[str], said: Said) -> bool:
    return _is_plural(match, said) and (_SELF.search(said.low) is not None)


RULES: tuple[Rule, ...] = (
    rule("preference.always", "preference", "always", r"^always\s(?P<verb>[\w-]+)\s", check=_is_order),
    rule(
        "preference.never_me",
        "preference",
        "never ever",
        r"^(?:never|don't\sever|do\snot\sever)\s(?P<verb>[\w-]+)\s?",
        check=_is_order_to_me,
    ),
    rule(
        "constraint.never",
        "constraint",
        "never ever",
        r"^(?:never|don't\sever|do\snot\sever)\s(?P<verb>[\w-]+)\s?",
        check=_is_order,
    ),
    rule(
        "convention.order",
        "convention",
        "prefix suffix name group sort order tag wrap put indent",
        r"^(?P<verb>prefix|suffix|name|group|sort|order|tag|wrap|put|indent)\s(?:all\s"
        r"|every\s)?(?:[\w-]+\s)?[\w-]+s\s(?:with|by|in|into|after|under|as|at)\s",
        check=points_at_nothing,
    ),
    rule(
        "preference.order",
        "preference",
        "write keep document explain structure",
        r"^(?P<verb>write|keep|document|explain|structure)\s(?!tests\b|the\b)(?:all\s"
        r"|your\s)?(?:[\w-]+\s)?(?:docs|comments|messages|commits|errors|functions|names|queries"
        r"|explanations|summaries|code)\s(?:for|like|as|in|with|so|short|small)\b(?!\sthe\b)",
        check=points_at_nothing,
    ),
    rule(
        "convention.never_short",
        "convention",
        "never",
        r"^[\w-]+(?:\s[\w-]+){0,3},\snever\s[\w-]+(?:\s[\w-]+){0,3}\.?$",
        check=lambda _match, said: is_about_work(said),
    ),
    rule("convention.keep_under", "convention", "keep", r"^keep\s[\w\s-]{3,30}\s(?:under|below)\s\d"),
    rule(
        "convention.not_but",
        "convention",
        "don't do",
        r"^(?:please\s)?(?:don't|do\snot)\s(?P<verb>\w+)\s(?P<what>[^,;]{2,50}?)[,;]\s(?:but\s"
        r"|please\s)?use\s(?!it\b|this\b|that\b|the\s(?:first|second|other)\b).{2,80}$",
        check=lambda match, _said: POINTING.search(match["what"]) is None,
    ),
    rule(
        "preference.do_not",
        "preference",
        "don't do avoid",
        r"^(?:please\s)?(?:don't|do\snot|avoid)\s(?P<verb>[\w-]+)\s",
        check=_is_mine,
    ),
    rule(
        "preference.do_not_use",
        "preference",
        "don't do",
        r"^(?:please\s)?(?:don't|do\snot)\s(?P<verb>[\w-]+)\s",
        check=_is_plural,
    ),
    rule(
        "constraint.no_things",
        "constraint",
        "no",
        r"^no\s(?:force\spush(?:es)?|direct\s\w+|secrets|personal\s\w+|customer\s\w+|\w+\s(?:in|on"
        r"|to)\sproduction)\b",
    ),
    rule(
        "constraint.no_things_there",
        "constraint",
        "no",
        r"^no\s(?!problem|luck|changes?|idea|need|errors?|difference|worr|way|one\b|reason|news|access"
        r"|trace|sign|output|matter|doubt|offen[cs]e|more\b|longer)[\w./-]+(?:\s[\w-]+)?\s(?:on|in|at"
        r"|between|inside|from)\s(?:the|our|any|all|\w+s)\b",
        check=points_at_nothing,
    ),
    rule(
        "convention.use_instead",
        "convention",
        "use",
        r"^use\s(?!the\b|a\b|an\b|this\b|that\b|it\b|tabs\sin\sthis)(?P<what>[^,;]{2,60}?)\s(?:only\b"
        r"|everywhere\b|rather\sthan\b|instead\sof\b|for\s(?:all|every|any)|in\sall\b|not\b)"
        r"|^use\s(?!the\b|a\b|an\b|this\b|that\b|it\b)[\w\s-]{2,40}\sonly\.?$",
        check=lambda _match, said: (
            POINTING.search(said.low.removesuffix(".").removesuffix("instead")) is None
        ),
    ),
    rule(
        "convention.everywhere",
        "convention",
        "always everywhere",
        rf"^(?:british\senglish|american\senglish|english|tabs|spaces|(?:\w+\s)?{ARTEFACTS}"
        rf"|type\shints)\b[^?]{{0,40}}?,?\s(?:always\.?$|everywhere\b)",
    ),
    rule("convention.one_per", "convention", "one per", r"^one\s[\w-]+(?:\s[\w-]+)?\sper\s[\w-]+\.?$"),
)
