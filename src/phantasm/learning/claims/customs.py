"""How are things done here: which sentences say so? Pure."""

import re

from phantasm.learning.claims.artefacts import ARTEFACTS, CODE_THINGS, PURE_CODE, STYLE
from phantasm.learning.claims.ruling import Rule, Said, rule
from phantasm.learning.claims.subjects import is_subject
from phantasm.learning.claims.things import AT_HAND, POINTING, bare, has_name, is_lasting, is_specific
from phantasm.learning.claims.verbs import PRESENT

_MOMENTARY = frozenset("fix fixed finish finished done check checked make sure go leave see".split())
_EPISTEMIC = re.compile(
    r"\b(?:it|there|that|this|he|she|they|something|someone|which)\smust\b|\bmust\s(?:have|feel|seem|look"
    r"|mean|really|so)\b|^must\b|\bmust\sbe\s(?!\w+ed\b|kept|sent|built|written|run\b|set\b|read\b|unique"
    r"|idempotent|deterministic|stateless|compatible|backwards?|at\s(?:least|most)|under\b|below\b|in\b"
    r"|on\b|able\b|valid|available|accessible|synchronous|reproducible|immutable|pure\b|optional|behind\b"
    r"|smaller|less|done\sin)"
)
_WORK = re.compile(
    r"\bmust\s(?:be\s(?:fixed|done|updated|changed|removed|initialised|initialized|renamed)|make\ssure"
    r"|handle)\b"
)


def _is_standing(match: re.Match[str], said: Said) -> bool:
    """A duty stands where its subject lasts and it is no work to be done."""
    subject = match["subject"] or ""
    if _EPISTEMIC.search(said.low) or _WORK.search(said.low):
        return False
    if re.match(r"(?:i|you|it|this|that|he|she|they|there)\b", subject) and not re.match(
        r"you\smust\s(?:not|never)", said.low
    ):
        return False
    words = said.low[match.end() :].split()
    if words and bare(words[0]) in _MOMENTARY:
        return False
    if subject in ("we", "you") or subject.startswith(("no ", "only ", "nothing ", "nobody", "all ")):
        return True
    return is_subject(said.text[: len(subject)], "must", loosely=True)


def _is_general_bound(match: re.Match[str], said: Said) -> bool:
    """A custom points at nothing on the table."""
    rest = said.low[match.end() :]
    return AT_HAND.search(rest.removesuffix(".").removesuffix("here").strip()) is None


BOUND_RULES: tuple[Rule, ...] = (
    rule(
        "constraint.forbidden",
        "constraint",
        "forbidden allowed prohibited circumstances permitted limits off-limits contractual frozen banned",
        r"""\b(?:is|are|it\sis|it's)\s(?:strictly\s)?(?:forbidden|prohibited|banned|frozen|off-limits
              |not\s(?:allowed|permitted))\b
          |^we(?:'re|\sare)\s(?:not|only)\sallowed\b|^under\sno\scircumstances\b|^nobody\sis\sallowed\b
            |\baren't\sallowed\b""",
        check=lambda _match, said: not said.low.startswith(("i'm ", "i am ")),
    ),
    rule(
        "constraint.may_not",
        "constraint",
        "may can't cannot can",
        r"""^(?P<subject>(?:no|nothing|nobody|only|none)\b(?:\s[\w`'./-]+){0,6}?)\s(?:may|can)\s\w
          |^(?P<other>(?:the|our|we|all|a)\b(?:\s[\w`'./-]+){0,4}?)\s(?:may\snot|may\snever|may\sonly
            |may\s(?:contain|have|include|hold)\sno|cannot\suse|can't\suse)\s\w""",
        check=lambda match, _said: (
            is_lasting(match["subject"] or match["other"]) or match["other"] == "we" or bool(match["subject"])
        ),
    ),
    rule(
        "constraint.must",
        "constraint",
        "must",
        r"^(?P<subject>(?:[\w`'./-]+\s){0,6}?[\w`'./,-]+)\smust\s(?:(?:not|never|always|only|also)\s)?",
        check=_is_standing,
    ),
    rule(
        "constraint.has_to",
        "constraint",
        "have has need needs",
        r"""^(?P<subject>we)\s(?:have|need)\sto\s(?=support|stay|keep\s(?:support|compat)|comply|remain
              |run\son|work\s(?:on|with)|be\s(?:compatible|able\sto\srun))
          |^(?P<things>(?:(?!you\b|i\b|it\b|this\b|that\b)[\w`'./-]+\s){0,5}?[\w`'./-]+)\sha(?:s
            |ve)\sto\s(?=be\s|work|stay|remain|run|fit|compile|support|start|pass|happen|match|go\b|end|come
            |contain|include|use|carry)""",
        check=lambda match, said: (
            match["subject"] == "we" or is_subject(said.text[: match.end("things")], "has")
        ),
    ),
    rule(
        "constraint.never_done",
        "constraint",
        "never without",
        r"^(?P<subject>(?!i\b|you\b|it\b|he\b|she\b)(?:[\w`'./-]+\s){0,4}?[\w`'./-]+)\s(?:is"
        r"|are)\snever\s(?:\w+ed|written|sent|run|set|put|kept)\b|^we\snever\s\w+\s.*\bwithout\b",
    ),
    rule(
        "constraint.never_does",
        "constraint",
        "never",
        r"^(?P<subject>(?:[\w`'./-]+\s){0,4}?[\w`'./-]+)\snever\s(?!\w+ed\b|written|sent|run\b|put\b"
        r"|mind)(?P<verb>[a-z]+)\b",
        check=lambda match, said: is_subject(said.text[: match.end("subject")], "must"),
    ),
    rule(
        "constraint.immutable",
        "constraint",
        "immutable append-only read-only append read",
        r"^(?!it\b|this\b|that\b)(?:[\w`'./-]+\s){1,4}?(?:is|are)\s(?:immutable|append-only)\b",
    ),
    rule(
        "constraint.we_cannot",
        "constraint",
        "can't cannot",
        r"^we\s(?:can't|cannot)\s(?!be\b|see\b|find|wait|tell|reproduce|decide|do\b|just\b|keep\b)\w+\s",
        check=_is_general_bound,
    ),
    rule(
        "constraint.limited",
        "constraint",
        "limited",
        r"^(?P<subject>(?:[\w`'./-]+\s){0,5}?[\w`'./-]+)\s(?:is|are)\slimited\sto\s",
        check=lambda match, said: is_subject(said.text[: match.end("subject")], "is"),
    ),
    rule(
        "constraint.exceed",
        "constraint",
        "exceed",
        r"^(?P<subject>(?:[\w`'./-]+\s){0,4}?[\w`'./-]+)\s(?:can't|cannot|can\snot|may\snot|mustn't"
        r"|must\snot)\sexceed\b",
        check=lambda match, said: is_subject(said.text[: match.end("subject")], "must"),
    ),
    rule(
        "constraint.we_support",
        "constraint",
        "support",
        r"^we\s(?:still\s|only\s)?support\s(?!it\b|this\b|that\b)",
        check=lambda _match, said: is_specific(said.text) or has_name(said.text),
    ),
    rule(
        "constraint.nobody",
        "constraint",
        "nobody everything law gdpr hipaa pci contract",
        r"""^nobody\s(?:but\s.{2,40}\s)?\w+s\b.*\b(?:without|except|before|production|prod)\b
              |^nobody\s(?:but|except)\s
          |^everything\swe\s\w+\s(?:has\sto|must)\s|^(?:under|by|per)\s(?:gdpr|law|contract|hipaa
            |pci)\b.*\b(?:need|have|has)\sto\b""",
    ),
    rule(
        "constraint.so_never",
        "constraint",
        "never",
        r",\s(?:and\s)?so\s(?:please\s|we\s)?never\s\w+",
    ),
    rule(
        "constraint.needs_version",
        "constraint",
        "breaking changes",
        r"^(?:breaking\s)?changes\s(?:to\s.{3,40}\s)?(?:need|require)\s",
    ),
)


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
