"""How are things done here: which sentences say so? Pure."""

import re

from phantasm.learning.claims.artefacts import ARTEFACTS, CODE_THINGS, PURE_CODE, STYLE
from phantasm.learning.claims.ruling import Rule, Said, rule
from phantasm.learning.claims.subjects import is_subject
from phantasm.learning.claims.things import AT_HAND, POINTING, is_specific
from phantasm.learning.claims.verbs import PRESENT

_ARTEFACT = re.compile(rf"\b{ARTEFACTS}\b")


def _is_of_code(match: re.Match[str], said: Said) -> bool:
    """Every kind of thing has its customs; ours are those of code and of what is named."""
    return _is_general(match, said) and (_ARTEFACT.search(match[0]) is not None or is_specific(said.text))


def _is_general(match: re.Match[str], said: Said) -> bool:
    """A custom points at nothing on the table."""
    rest = said.low[match.end() :]
    return AT_HAND.search(rest.removesuffix(".").removesuffix("here").strip()) is None


def _is_sort(match: re.Match[str], said: Said) -> bool:
    subject = re.split(r"\s(?:are|is)\s", said.text, maxsplit=1)[0]
    return _is_general(match, said) and is_subject(subject, "are") and subject.split()[-1].endswith("s")


def _does_always(match: re.Match[str], said: Said) -> bool:
    return match["verb"] in PRESENT | {"come", "carry", "read", "get", "return"} and _is_general(match, said)


def _uses_tool(match: re.Match[str], said: Said) -> bool:
    rest = said.low[match.end() :]
    return (
        POINTING.match(rest.strip()) is None
        and re.match(r"(?:too|so|many|way|the\ssame|a\slot)\b", rest.strip()) is None
        and " for that" not in rest
    )


RULES: tuple[Rule, ...] = (
    rule(
        "convention.by_convention",
        "convention",
        "convention repo repository project codebase team",
        r"^by\sconvention\b|^in\s(?:this|our)\s(?:repo|repository|project|codebase|team|company),?\s(?:we"
        r"|all|every|tests?|\w+s)\s",
    ),
    rule(
        "convention.follow",
        "convention",
        "follow follows start starts begin begins end ends carry",
        rf"^(?:all\s|our\s|the\s)?(?:new\s|private\s|public\s)?{ARTEFACTS}\s(?:always\s)?(?:follow|start"
        rf"|begin|end|carry)s?\s",
        check=_is_general,
    ),
    rule(
        "convention.every",
        "convention",
        "every each all",
        r"^(?:every|each)\s(?:single\s)?(?:[\w-]+\s){1,3}?(?:has|have|gets?|starts?|ends?|needs?|is"
        r"|carries|belongs|goes|comes|lives)\s|^all\s(?:our\s|new\s)?(?:[\w-]+\s){1,3}?(?:are|have|go|live"
        r"|start|use|get)\s",
        check=_is_of_code,
    ),
    rule(
        "convention.belongs",
        "convention",
        "go goes belong belongs live lives stay",
        rf"^(?!the\s)(?:our\s|all\s|new\s|shared\s)?(?:\w+\s)?{ARTEFACTS}\s(?:\w+\s)?(?:goe?s?|belongs?"
        rf"|lives?|stays?)\s(?:in|into|under|to|at|next\sto|beside|on)\b",
        check=_is_general,
    ),
    rule(
        "convention.styled",
        "convention",
        "is are",
        rf"^(?!the\s)(?:our\s|all\s)?(?:\w+\s)?{ARTEFACTS}\s(?:are|is)\s(?:\w+ly\s)?{STYLE}\b",
        check=_is_general,
    ),
    rule(
        "convention.used",
        "convention",
        "use uses come",
        rf"^(?!the\s)(?:our\s|all\s)?(?:\w+\s)?{ARTEFACTS}\s(?:uses?|comes?\sfrom)\s",
        check=_is_general,
    ),
    rule(
        "convention.we_do",
        "convention",
        "we",
        r"^(?:here\s)?we\s(?:always\s|never\s|only\s)?(?:name|write|put|keep|squash|rebase|prefix|suffix"
        r"|sort|format|group|spell|indent|document|tag|version|number|test|review|store\s(?:all|every)"
        r"|merge|branch|don't\s(?:use|write|mock|commit))\s(?!it\b|this\b|that\b|them\b)",
        check=_is_general,
    ),
    rule(
        "convention.we_use",
        "convention",
        "use",
        r"^(?:no\s[\w-]+,\s)?(?:for\s[\w\s]{2,30}?,?\s)?(?:here\s)?we\s(?:only\s|always\s)?use\s",
        check=_uses_tool,
    ),
    rule(
        "convention.measure",
        "convention",
        "length indentation order quotes endings encoding naming imports",
        r"""^(?:the\s|our\s|max(?:imum)?\s|default\s)?(?:line\slength|indentation|order\sof\simports
              |import\sorder|quotes?|quote\sstyle|line\sendings?
            |encoding|naming)\b[\w\s]{0,30}?(?:\sis\s|\sare\s|:\s)""",
        check=_is_general,
    ),
    rule(
        "convention.case",
        "convention",
        "case snake_case camelcase pascalcase kebab-case kebab snake camel pascal",
        r"^(?!it\b|this\b|that\b|the\s(?:first|second)\b)[\w\s-]{2,40}?\s(?:is|are|in|use"
        r"|uses)\s.*\b(?:(?:sentence|title|camel|snake|kebab|pascal|upper|lower|screaming)[\s_-]?case"
        r"|camelcase|pascalcase)\b",
        check=_is_general,
    ),
    rule(
        "convention.spaces",
        "convention",
        "spaces tabs",
        r"^(?:two|four|\d)\sspaces\s(?:for|in|per|everywhere)\b|^tabs,\s(?:not|no)\sspaces"
        r"|^spaces,\s(?:not|no)\stabs",
        check=_is_general,
    ),
    rule(
        "convention.artefact_does",
        "convention",
        "",
        rf"^(?!the\s)(?:our\s|all\s|new\s)?(?:[\w-]+\s)?{CODE_THINGS}\s(?:always\s|never\s|only\s)?(?!run\b"
        rf"|need|fail|take|pass|have\sto|require|break|depend|are\b|is\b|has\b|have\b|must\b|may\b|can\b"
        rf"|should\b)(?P<verb>[a-z]+)\s",
        check=_does_always,
    ),
    rule(
        "convention.artefact_is",
        "convention",
        "are is",
        rf"^(?!the\s)(?:our\s|all\s|new\s)?(?:[\w-]+\s)?{PURE_CODE}\s(?:are|is)\s(?!broken|failing|red"
        rf"|green|slow|fine|bad|good|ugly|a\s|missing|noisy|done|ready|hard|easy|outdated|stored|sent"
        rf"|processed|hosted|kept\sfor)",
        check=_is_sort,
    ),
    rule(
        "convention.so_no",
        "convention",
        "so",
        r"^(?!i\b|i'm\b|.*\bi\b).{5,80},\sso\s(?:please\s)?no\s[\w/-]+(?:\s[\w-]+)?\s(?:in|on|for|at)\b",
    ),
    rule(
        "convention.labelled",
        "convention",
        "",
        r"^(?:branches|commits|tests|names|files|tags|prs|releases|versions|folders|imports):\s\S",
    ),
)
