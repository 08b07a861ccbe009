"""Who somebody is, and what a word means here: which sentences say so? Pure."""

import re

from phantasm.learning.claims.ruling import Rule, Said, rule
from phantasm.learning.claims.things import POINTING, bare, has_name, is_specific
from phantasm.state.claims.alternatives import KIND_OF

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


CHOICE_RULES: tuple[Rule, ...] = (
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


_NAMED = re.compile(r"[A-Z][^\W\d_]+(?:[-' ][A-Z][^\W\d_]+)?")
_NOT_NAMES = frozenset(
    """the this that our my your we they it he she i you all every each no only tests ci prod production
    staging code everyone somebody nobody monday tuesday wednesday thursday friday saturday sunday
    postgres redis docker nginx git github jenkins python node react everything nothing search backend
    frontend""".split()
)
_OPINION = re.compile(
    r"\b(?:great|good|nice|bad|amazing|awesome|boring|interesting|favou?rite|wonderful|terrible|typo|book"
    r"|movie)\b"
)
_KNOWN = frozenset("ci api dns ui db cdn vpn cli sdk orm ide os gpu cpu aws gcp it qa pr".split())
_ROLE = (
    r"(?:\w+\s){0,3}(?:lead|leader|manager|owner|maintainer|designer|developer|engineer|contact|architect"
    r"|admin"
    r"|administrator|analyst|director|cto|ceo|dba|sre|tester|reviewer|person|boss|head|chair|writer"
    r"|researcher"
    r"|coordinator|expert|consultant|intern|founder|officer|specialist|one\sto\sask|go-to)"
)


def _is_name(word: str) -> bool:
    name = bare(word)
    return (
        _NAMED.fullmatch(name) is not None and name.lower() not in _NOT_NAMES and name.lower() not in KIND_OF
    )


def _names_subject(match: re.Match[str], said: Said) -> bool:
    return _is_name(said.text[match.start("name") : match.end("name")])


def _means_else(match: re.Match[str], _said: Said) -> bool:
    """A word is defined by other words: "a bug is a bug" defines nothing."""
    return bare(match["word"].split()[-1]) not in match["meaning"].split()


RULES: tuple[Rule, ...] = (
    rule(
        "person.role",
        "person",
        "is",
        rf"^(?P<name>[^\W\d_]+(?:\s[^\W\d_]+)?)\sis\s(?:our|the|my|their)\s{_ROLE}\b",
        check=_names_subject,
    ),
    rule(
        "person.named_role",
        "person",
        "is",
        rf"^(?:our|the|my)\s(?:[\w]+'s\s)?{_ROLE}\b[^,;]{{0,30}}?\sis\s(?:called\s|named\s|mrs?\.\s"
        rf"|ms\.\s)?(?P<name>[^\W\d_]+)(?:[.,!]|$|\s(?:from|and|in|who)\b)",
        check=_names_subject,
    ),
    rule(
        "person.duty",
        "person",
        """owns maintains reviews leads manages looks handles responsible charge runs knows signs takes
        mentors oversees approves wrote built""",
        r"""^(?P<name>[^\W\d_]+(?:\s[^\W\d_]+)?)\s(?:owns|maintains|reviews|leads|manages|looks\safter
              |oversees|approves
            |takes\scare\sof|runs\sthe\s[\w\s]{2,20}\steam|signs\soff|mentors|is\sresponsible\sfor
              |is\sin\scharge\sof|knows\s(?:the|most|all|everything)|(?:wrote|built)\s(?:the
              |our)\s.+\sknows)\b""",
        check=_names_subject,
    ),
    rule(
        "person.by",
        "person",
        "by",
        r"\b(?:is|are)\s(?:handled|done|reviewed|owned|maintained|run|managed|organised|organized|approved"
        r"|led)\sby\s(?P<name>[^\W\d_]+)(?:[.,!]|$|\sfrom\b)",
        check=_names_subject,
    ),
    rule(
        "person.ask",
        "person",
        "ask talk speak contact ping",
        r"^(?:(?:for|about|if|when|whenever|before)\s[^,]{3,50}?,?\s)?(?:ask|talk\sto|speak\sto|contact"
        r"|ping)\s(?P<name>[^\W\d_]+)(?:[.,!]|$|\s(?:about|before|for|when|if|on)\b)",
        check=_names_subject,
    ),
    rule(
        "person.approves",
        "person",
        "approve sign review confirm okay approval sign-off",
        r"^(?P<name>[^\W\d_]+)(?:\sfrom\s[\w\s]{2,20}?)?\s(?:has\sto|must|needs\sto)\s(?:approve|sign"
        r"|review|confirm|okay)\b|\bneeds?\s(?P<whose>[^\W\d_]+)'s\s(?:ok|okay|approval|sign-off|review"
        r"|blessing)\b",
        check=lambda match, said: _is_name(
            said.text[match.start("name") : match.end("name")]
            or said.text[match.start("whose") : match.end("whose")]
        ),
    ),
    rule(
        "person.goes_to",
        "person",
        "go goes",
        r"^(?:[\w-]+\s)?(?:questions|requests|anything|issues|bugs|everything|changes"
        r"|reviews)\s[\w\s]{0,40}?goe?s?\s(?:to|through)\s(?P<name>[^\W\d_]+)(?:\sfrom\s\w+)?[.!]?$",
        check=_names_subject,
    ),
    rule("person.our", "person", "our", rf"^our\s{_ROLE},\s(?P<name>[^\W\d_]+),\s", check=_names_subject),
    rule(
        "person.i_am_called",
        "person",
        "i'm am",
        r"^i(?:'m|\sam)\s(?P<name>[^\W\d_]+),\s(?:i|and|the|from|your|our)\b",
        check=_names_subject,
    ),
    rule(
        "person.i_am", "person", "i'm am", rf"^i(?:'m|\sam)\s(?:the|our|one\sof\sthe)\s{_ROLE}\b(?!\swho\b)"
    ),
    rule(
        "person.part",
        "person",
        "does part new",
        r"^(?P<name>[^\W\d_]+)\s(?:is\snew\son\sthe\steam|does\sthe\s[\w\s]{2,20}\s(?:part|work|side)"
        r"|does\s(?:the\s|all\s(?:the\s)?)?(?:infra\w*|design|frontend|backend|ops|support|qa|testing"
        r"|releases|docs))\b",
        check=_names_subject,
    ),
    rule("person.self", "person", "name", r"^my\sname\sis\s(?P<name>[^\W\d_]+)", check=_names_subject),
    rule(
        "glossary.we_mean",
        "glossary",
        "mean",
        r"^(?:by|when\s(?:we|i)\s(?:say|write))\s.{1,60}?,?\s(?:we|i)\smean\b",
    ),
    rule(
        "glossary.stands_for",
        "glossary",
        "stands means refers short",
        r"""^(?P<word>(?:in\sour\s\w+,?\s)?(?:"[^"]{1,40}"|[\w-]{2,20}))\s(?:stands\sfor|is\sshort\sfor
              |refers\sto|means\s(?!that\b|we\b|i\b|it\b|the\stests?\b))""",
        check=lambda match, said: '"' in match["word"] or said.text[: match.end("word")].isupper(),
    ),
    rule(
        "glossary.call",
        "glossary",
        "call term word name",
        r"""^we\scall\s.{3,80}"|\bis\swhat\swe\scall\b|^"[^"]{1,40}"\sis\sour\s(?:word|name|term)\b""",
    ),
    rule(
        "glossary.quoted",
        "glossary",
        "is are means",
        r"""^(?:an?\s|the\s|our\s)?(?P<word>"[^"]{1,40}")\s(?:is|are|means)\s(?P<meaning>(?:an?|the|one|any
              |every|what|when|how|where|our|all|just\san?)\s.{4,})""",
        check=lambda match, _said: _OPINION.search(match["meaning"]) is None,
    ),
    rule(
        "glossary.article",
        "glossary",
        "a an",
        r"^an?\s(?P<word>[\w-]+(?:\s[\w-]+)?)\sis\s(?P<meaning>(?:an?|the|one|any|every)\s.*\b(?:of|that"
        r"|which|with|who|for|from|where)\b.*)",
        check=_means_else,
    ),
    rule(
        "glossary.acronym",
        "glossary",
        "is",
        r"^(?P<word>[a-z]{2,5})\sis\s(?:the|an?|our)\s.*\b(?:of|that|for|from|which|per)\b",
        check=lambda match, said: said.text[: match.end("word")].isupper() and match["word"] not in _KNOWN,
    ),
    rule(
        "glossary.here",
        "glossary",
        "is means",
        r"^(?:here,?|in\s(?:this|our)\s(?:codebase|project|company|repo|team|context"
        r"|app),?)\san?\s[\w-]+(?:\s[\w-]+)?\s(?:is|means)\s",
    ),
    rule("glossary.equals", "glossary", "", r"^[a-z]{2,6}\s=\s(?:[a-z]+\s){1,5}[a-z]+\.?$"),
)
