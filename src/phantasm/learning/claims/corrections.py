"""What does a correction put in the place of what? In its own words, or in those of the turn before. Pure."""

import re

from phantasm.learning.claims.ruling import Said
from phantasm.learning.claims.things import POINTING, bare
from phantasm.state.claims.alternatives import KIND_OF
from phantasm.state.claims.words import normal_form

LONGEST_PROPOSAL_CHARACTERS = 2_000
"""How much of the turn before is looked at, from its end: that is what a correction answers."""

_USE = re.compile(
    r"^(?:please\s)?use\s(?P<new>[^,;]{2,50}?)(?:\s(?:for\s(?:that|this|it)|instead|here|there"
    r"|please))*(?P<rest>[,;.].*)?$"
)
_DO_NOT = re.compile(
    r"^(?:please\s)?(?:don't|do\snot|never)\s(?:use\s)?(?P<old>[^,;]{2,50}?)[,;]\s(?:but\s|please\s"
    r"|always\s)?(?:use|take|go\swith)\s(?P<new>.{2,60}?)(?:\sinstead)?[.!]?$"
)
_NOT = re.compile(
    r"(?:,|;|\sbut|\sand)\s(?:and\s)?not\s(?!just\b|only\b|even\b|yet\b)(?:in\s|into\s|on\s|with\s|off\s"
    r"|a\s|an\s|the\s|by\sthe\s)?(?P<old>[\w`./#+ -]{1,40}?)(?=[.,;!]|$)"
    r"|\s(?:instead\sof|rather\sthan)\s(?P<other>[\w`./#+-]+(?:\s[\w`./#+-]+)?)"
)
_NO_LONGER = re.compile(
    r"(?:[,;]|\band)\s(?P<old>[\w`./-]{2,40})\s(?:was\s(?:retired|the\sold|dropped|removed)|is\s(?:gone"
    r"|dead|retired|obsolete|the\sold))"
)
_WITHOUT = re.compile(r"^(?:no|not)\s(?P<old>[\w`./-]{2,40})\s?[,\u2013\u2014-]+\s")
_CODE = re.compile(r"`([^`\n]{1,60})`")
_PATH = re.compile(r"(?<![\w/])[\w.-]*/[\w./-]*\w/?|\b[\w-]+\.(?:py|ts|js|go|rs|toml|yaml|json|md)\b")
_DONE = re.compile(
    r"\b(?P<verb>stored|written|kept|hosted|deployed|called|named|built|handled|run|saved|served"
    r"|placed)\s(?:in|on|at|with|by|to)\s(?:the\s)?(?P<value>[\w`./-]+)"
)
_WORD = re.compile(r"[\w.+#-]+")


def names_choice(said: Said) -> str | None:
    """Return what is to be used where a correction says only that ("no, use pnpm"), else None."""
    match = _USE.match(said.low)
    if match is None:
        return None
    new = match["new"]
    if POINTING.search(new) or re.match(r"(?:the|a|an|my|your|both|one|more|less)\b", new):
        return None
    return (
        said.text[match.start("new") : match.end("new")]
        + said.text[match.end("new") :][len(_tail(said.low, match)) :]
    )


def _tail(low: str, match: re.Match[str]) -> str:
    stop = match.start("rest") if match["rest"] else len(low)
    return low[match.end("new") : stop]


def replaced_by(said: Said, proposal: str) -> str | None:
    """Return what a sentence replaces: what it says so itself, else what the turn before has in its place."""
    for pattern in (_DO_NOT, _WITHOUT, _NO_LONGER, _NOT):
        match = pattern.search(said.low)
        if match is not None:
            name = "old" if match["old"] else "other"
            return said.text[match.start(name) : match.end(name)].strip(" `.")
    return None if not proposal else _in_proposal(said, proposal[-LONGEST_PROPOSAL_CHARACTERS:])


def _in_proposal(said: Said, proposal: str) -> str | None:
    mine = {kind: word for word in _WORD.findall(said.low) if (kind := KIND_OF.get(normal_form(bare(word))))}
    if mine:
        for word in _WORD.findall(proposal):
            kind = KIND_OF.get(normal_form(bare(word.lower())))
            if kind in mine and word.lower() != mine[kind]:
                return bare(word)
    if match := _DONE.search(said.low):
        for other in _DONE.finditer(proposal.lower()):
            if other["verb"] == match["verb"] and other["value"] != match["value"]:
                return bare(proposal[other.start("value") : other.end("value")])
    if _PATH.search(said.low) and (paths := _PATH.findall(proposal)):
        return str(paths[-1])
    if (
        len(codes := _CODE.findall(proposal)) == 1
        and codes[0].lower() not in said.low.replace("`", " ").split()
    ):
        return str(codes[0])
    return None
