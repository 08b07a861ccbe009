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
        "decided agreed settled chose chosen opted picked voted rejected ruled turned",
        r"^(?:[\w,]+\s){0,6}?we(?:'ve|\shave|\sall|\sfinally|\sthen)?\s(?:finally\s|all\s"
        r"|now\s)?(?:decided|agreed|settled|chose|opted|picked|voted|rejected|ruled\sout"
        r"|turned\sdown)\b(?:\s(?:on|for|to|against|that))?",
        check=_is_of_the_project,
    ),
    rule(
        "decision.agreed",
        "decision",
        "agreed",
        r"^agreed[,:]\s(?!it\b|that\b|this\b|i\b)(?:the\s|our\s)?[\w\s-]{2,40}?\s(?:moves?|stays?|goe?s?"
        r"|becomes?|gets?|are|is|will)\s",
    ),
    rule(
        "decision.it_was",
        "decision",
        "decided decision agreed",
        r"^(?:it\swas\s(?:decided|agreed)\s(?:that|to)|the\s(?:final\s)?decision\s(?:is|was)\sto"
        r"|our\sdecision\s(?:is|was))\b",
    ),
    rule(
        "decision.going_with",
        "decision",
        "we're we are",
        r"^(?:[\w,]+\s){0,5}?we(?:'re|\sare)\s(?:(?:going|sticking|staying)\s(?:with|on)|keeping|dropping"
        r"|replacing|moving\s(?:to|off)|switching\sto)\b",
        check=_is_of_the_project,
    ),
    rule(
        "decision.will_not",
        "decision",
        "won't will we'll keep stay",
        r"^we(?:\swon't|\swill\snot)\s(?:use|support|adopt|build|add|have|do|write|ship|migrate|move"
        r"|introduce)\b|^we(?:'ll|\swill)\s(?:freeze|retire|deprecate|only\s\w+|keep(?!\s\w+ing\b)"
        r"|stay\swith|stay\son|stick\swith|stick\sto)\b",
        check=_is_of_the_project,
    ),
    rule(
        "decision.go_with",
        "decision",
        "go",
        r"^we(?:'ll|\swill)\sgo\swith\s",
        check=lambda match, said: (
            _is_of_the_project(match, said) and has_name("x " + said.text[match.end() :])
        ),
    ),
    rule(
        "decision.team",
        "decision",
        "voted decided agreed chose picked",
        r"^(?:the\s(?:whole\s)?(?:team|client|customer|board)|everybody|everyone|management"
        r"|leadership)\s(?:has\s|have\s)?(?:voted|decided|agreed|chose|picked)\b|^i(?:'ve"
        r"|\shave)?\sdecided\s(?:that\s)?we\b",
    ),
    rule(
        "decision.from_now_on",
        "decision",
        "now",
        r"^(?!please\b|always\b|never\b)(?:the\s|our\s)?[\w-]+(?:\s[\w-]+)?\s(?:is|are|goes|go|use|uses"
        r"|stays?)\s.*\bfrom\snow\son\.?$",
    ),
    rule(
        "decision.i_decided",
        "decision",
        "decided",
        r"^i(?:'ve|\shave)?\sdecided\s(?:to\s(?:keep|drop|use|go\swith|stay|move|switch|replace|remove"
        r"|rewrite)|against)\s",
        check=_is_of_the_project,
    ),
    rule(
        "decision.no_longer",
        "decision",
        "longer",
        r"^(?:[\w,]+\s){0,5}?we\sno\slonger\s(?:support|use|ship|run|need|accept|build|maintain)\s",
    ),
    rule("decision.is_out", "decision", "out gone dead", r"^[\w.+-]+\s(?:is|are)\s(?:out|gone|dead)[,;:]\s"),
    rule(
        "decision.not_going_to",
        "decision",
        "not",
        r"^we(?:'re|\sare)\snot\sgoing\sto\s(?:support|use|build|add|adopt|rewrite|migrate|move|introduce"
        r"|maintain)\b",
        check=_is_of_the_project,
    ),
    rule(
        "decision.instead_of",
        "decision",
        "instead",
        r"^instead\sof\s.{2,50}?,?\swe(?:'ll|\swill|\snow)?\s(?:use|go|take|do)\b",
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
        "dropped abandoned replaced favour favor scrapped retired deprecated removed",
        r"^we(?:'ve|\shave)?\s(?:dropped|abandoned|scrapped|retired|deprecated|killed)\s(?!it\b|that\b"
        r"|this\b)|\b(?:was|were)\s(?:dropped|abandoned|replaced|scrapped|removed"
        r"|retired)\s(?:in\sfavou?r\sof\b|in\s\d|because\b|since\b)",
    ),
    rule(
        "decision.moved",
        "decision",
        "moved switched migrated went",
        r"^(?:[\w,]+\s){0,5}?we(?:'ve|\shave)?\s(?:moved|switched"
        r"|migrated)\s(?:[\w`.-]+\s){0,4}?(?:away\sfrom|from|to|over\sto)\s",
        check=_is_of_the_project,
    ),
)
