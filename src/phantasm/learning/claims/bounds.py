"""What must never be broken: which sentences say so? Pure."""

import re

from phantasm.learning.claims.ruling import Rule, Said, rule
from phantasm.learning.claims.subjects import is_subject
from phantasm.learning.claims.things import AT_HAND, bare, has_name, is_lasting, is_specific

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


def _is_general(match: re.Match[str], said: Said) -> bool:
    """A custom points at nothing on the table."""
    rest = said.low[match.end() :]
    return AT_HAND.search(rest.removesuffix(".").removesuffix("here").strip()) is None


RULES: tuple[Rule, ...] = (
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
        check=_is_general,
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
