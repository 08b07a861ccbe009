"""Who somebody is, and what a word means here: which sentences say so? Pure."""

import re

from phantasm.learning.claims.ruling import Rule, Said, rule
from phantasm.learning.claims.things import bare
from phantasm.state.claims.alternatives import KIND_OF

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
