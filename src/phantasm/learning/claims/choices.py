"""What was decided: which sentences say so? Pure."""

import re

from phantasm.learning.claims.ruling import Rule, Said, rule
from phantasm.learning.claims.things import POINTING, has_name, is_specific

_ASIDE = re.compile(r"\b(?:lunch|dinner|pizza|coffee|break|beer|holiday|party|drinks|breakfast)\b")
_REASONED = re.compile(r"\b(?:because|since|so\sthat|due\sto|as\swe|otherwise)\b")


def _is_of_the_project(match: re.Match[str], said: Said) -> bool:
    """Lunch is decided, too; and what points at the table decides about the work at hand."""
    behind = said.low[match.end() : match.end() + 25]
    return _ASIDE.search(said.low) is None and POINTING.match(behind.strip()) is None


def _is_named(match: re.Match[str], said: Said) -> bool:
    """A proposal counts where it names what is taken and why."""
    chosen = said.low[match.end() : match.end() + 25].strip()
    if POINTING.match(chosen) or _ASIDE.search(said.low):
        return False
    return _REASONED.search(said.low) is not None and (has_name(said.text) or is_specific(said.text))


RULES: tuple[Rule, ...] = (
    rule(
        "decision.we_decided",
        "decision",
        "decided agreed settled chose chosen opted picked voted committed concluded",
        r"^(?:[\w,]+\s){0,6}?we(?:'ve|\shave|\sall|\sfinally|\sthen)?\s(?:finally\s|all\s|now\s)?(?:decided|agreed|settled|chose|opted|picked|voted)\b(?:\s(?:on|for|to|against|that))?",
        check=_is_of_the_project,
    ),
    rule(
        "decision.agreed",
        "decision",
        "agreed",
        r"^agreed[,:]\s(?!it\b|that\b|this\b|i\b)(?:the\s|our\s)?[\w\s-]{2,40}?\s(?:moves?|stays?|goe?s?|becomes?|gets?|are|is|will)\s",
    ),
    rule(
        "decision.it_was",
        "decision",
        "decided decision agreed",
        r"^(?:it\swas\s(?:decided|agreed)\s(?:that|to)|the\s(?:final\s)?decision\s(?:is|was)\sto|our\sdecision\s(?:is|was))\b",
    ),
    rule(
        "decision.going_with",
        "decision",
        "we're we are",
        r"\bwe(?:'re|\sare)\s(?:going|sticking|staying|sticking)\s(?:with|on)\b",
        check=_is_of_the_project,
    ),
    rule(
        "decision.will_not",
        "decision",
        "won't will keep stay",
        r"^we(?:\swon't|\swill\snot)\s(?:use|support|adopt|build|add|have|do|write|ship|migrate|move|introduce)\b|^we(?:'ll|\swill)\s(?:keep(?!\s\w+ing\b)|stay\swith|stay\son|stick\swith|stick\sto)\b",
        check=_is_of_the_project,
    ),
    rule(
        "decision.lets",
        "decision",
        "let's lets",
        r"^let'?s\s(?:go\swith|use|stick\swith|stick\sto|stay\swith|switch\sto|keep)\b",
        check=_is_named,
    ),
    rule(
        "decision.dropped",
        "decision",
        "dropped abandoned replaced favour favor scrapped retired deprecated",
        r"^we(?:'ve|\shave)?\s(?:dropped|abandoned|scrapped|retired|deprecated|killed)\s(?!it\b|that\b|this\b)|\b(?:was|were)\s(?:dropped|abandoned|replaced|scrapped)\sin\sfavou?r\sof\b",
    ),
    rule(
        "decision.moved",
        "decision",
        "moved switched migrated went",
        r"^we(?:'ve|\shave)?\s(?:moved|switched|migrated|went)\s(?:away\s)?from\s.+?\sto\s\w",
    ),
)
