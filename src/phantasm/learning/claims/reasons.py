"""Why was it decided, and what fixes it? In the sentence itself or in the one behind it. Pure."""

import re

from phantasm.learning.claims.ruling import Said

_BECAUSE = re.compile(
    r"(?:,\s|\s|\()(?:because(?:\sof)?|since(?!\s(?:\d|january|february|march|april|may|june|july|august"
    r"|september|october|november|december|then|last|this|early|the\s(?:beginning|start)))|as(?=\s(?:we"
    r"|the|it|there|they|our|nobody)\b)|due\sto|so\sthat|given\sthat)\s(?P<reason>.{4,})"
)
_NEXT_REASON = re.compile(
    r"(?:because|since|otherwise|that's because|the reason|reason:|it|they|the|our|there|no|nobody"
    r"|partners?|[a-z]+s?|two|three)\b"
)
_ORDER = re.compile(
    r"(?:please|here|here's|so|can|could|let's|now|write|add|fix|update|use|make|run|put|move|remove"
    r"|rename|change|convert|clean|draft|i|i'll|and|you|what|how|ok|thanks|and|maybe|perhaps|deploy|check"
    r"|create|show|undo|tell|give|do|try)\b"
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|need|needs|needed|makes|made|can|can't|cannot|does|do|don't"
    r"|doesn't|won't|breaks|broke|costs?|takes?|took)\b"
)
_REMEDY = re.compile(
    r"""(?P<fix>(?:`[^`]+`|[\w./=-]+(?:\s[\w./=`-]+){0,7}?))\s(?:fix(?:es)?|solves?|repairs?|cures?|renews?
          |rebuilds?|helps|gets?\saround|works\saround
        |avoids?|resolves?|clears?|does\sthe\strick|makes\sit\swork)\b(?:\s(?:it|that|this|them
          |the\s\w+))?\.?$""",
    re.VERBOSE,
)
_TOLD = re.compile(
    r"^(?:(?:the|a)\s(?:known\s)?(?:workaround|fix|solution|remedy)\s(?:is|was)\s(?:to\s)?"
    r"|as\sa\sworkaround,?\s|to\s(?:work|get)\saround\s(?:it|this|that),?\s)(?P<fix>.+)$"
)
_IMPERATIVE = re.compile(
    r"(?:[;,\u2013\u2014]|\s-)\s(?:so\s|just\s|then\s|please\s|always\s|you\shave\sto\s"
    r"|you\sneed\sto\s)?(?P<fix>(?:always\s)?(?:set|use|run|export|kill|strip|call|delete|remove|restart"
    r"|disable|enable|pass|add|install|start|clear|pin|unset|upgrade|downgrade|rebuild|wait|open|close"
    r"|switch|turn)\b.+)$"
)
_UNLESS = re.compile(
    r"\bunless\s(?:you\s|somebody\s)?(?P<fix>(?:set|run|use|pass|export|disable|enable|add|restart)\s.+"
    r"|[A-Za-z_]+\sis\s(?:on|off|set).*)$"
)
_CLOSING = " .!;,)"


def reason_of(said: Said, behind: Said | None) -> str | None:
    """Return why something was decided, None where nobody says."""
    match = _BECAUSE.search(said.low)
    if match is not None:
        return _cut(said.text, match, "reason")
    if (
        behind is None
        or behind.text.endswith(("?", ":"))
        or _ORDER.match(behind.low)
        or not _FINITE.search(behind.low)
    ):
        return None
    if not _NEXT_REASON.match(behind.low):
        return None
    return behind.text.rstrip(_CLOSING)


def fix_of(said: Said, behind: Said | None) -> str | None:
    """Return what gets around something that is broken, None where nobody says."""
    parts = re.split(r";\s|,\s(?=`)", said.text)
    if len(parts) > 1 and (match := _REMEDY.match(parts[-1])):
        return match["fix"].strip("`")
    for pattern in (_TOLD, _IMPERATIVE, _UNLESS):
        if match := pattern.search(said.low):
            return _cut(said.text, match, "fix")
    if behind is not None:
        if match := _TOLD.search(behind.low):
            return _cut(behind.text, match, "fix")
        if _REMEDY.match(behind.text):
            return behind.text.rstrip(_CLOSING)
    return None


def _cut(text: str, match: re.Match[str], name: str) -> str:
    return text[match.start(name) : match.end(name)].rstrip(_CLOSING)
