"""Does a line of Markdown say who speaks next, or which day it is? Pure."""

import re
from dataclasses import dataclass
from typing import Final

from phantasm.session.transcripts.records import moment_at
from phantasm.session.transcripts.terms import Role

SPEAKERS: Final[dict[str, Role]] = {
    **dict.fromkeys(("user", "human", "you", "me", "prompt"), "user"),
    **dict.fromkeys(("assistant", "ai", "agent", "bot", "response", "chatgpt", "gpt"), "assistant"),
    **dict.fromkeys(
        ("claude", "claude code", "codex", "gemini", "copilot", "github copilot", "cursor"), "assistant"
    ),
    **dict.fromkeys(("system", "system prompt"), "system"),
    **dict.fromkeys(("tool", "tool result", "tool output"), "tool"),
}
"""How exports and people call who speaks."""

PLAIN_SPEAKERS: Final = frozenset(
    ("user", "human", "you", "assistant", "ai", "chatgpt", "claude", "gemini", "system", "tool")
)
"""Those that count without any mark around them; the other words begin too many ordinary lines."""

MOST_LABEL_CHARACTERS: Final = 200
"""How far into a line a label is looked for, in characters: names, a model and a date take far less."""

_HEADING: Final = re.compile(r"(#{1,6})[ \t]+(.{1,200}?)[ \t]*#*[ \t]*")
_BOLD: Final = re.compile(r"_?\*\*([^*]{1,150}?)\*\*_?(:?)")
_PLAIN: Final = re.compile(r"([A-Za-z]{2,12})(?:[ \t]*[(\[]([^)\]]{1,80})[)\]])?:(?=[ \t]|$)")
_NAMED: Final = re.compile(
    r"\W{0,8}([A-Za-z]+(?: [A-Za-z]+)?)(?:[ \t]*\#?\d{1,5})?[ \t]*"
    r"(?:[(\[](?P<inside>.{0,120}?)[)\]]|[-\u2013\u2014|\u00b7,@][ \t]*(?P<behind>.{1,60}))?[ \t]*:?[ \t]*"
)
_MOMENT: Final = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:(?:T|,? (?:at )?)(\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?)?"
)
_TIME: Final = re.compile(r"(?<![\d:])(\d\d?:\d\d(?::\d\d)?)(?![\d:])(?! ?[apAP]\.?[mM])")
_MODEL: Final = re.compile(r"(?:model:? +)?([\w.:/-]*[\w])(?:,.*)?")
_DAY: Final = re.compile(r"#{1,6}[ \t]+(?:[A-Za-z]+,?[ \t]+)?(\d{4}-\d\d-\d\d)[ \t]*")
_SPOKE: Final = " said"


@dataclass(frozen=True, slots=True)
class Label:
    """A line that says who speaks."""

    role: Role
    form: str
    """How it is marked. A chat keeps to one form, so that other marks inside a turn are no labels."""
    rest: str
    """What is said on the same line."""
    extra: str = ""
    """What else the label says: when it was, which model."""


def label_in(line: str) -> Label | None:
    """Return the label that a line is; None where it is none."""
    head = line[:MOST_LABEL_CHARACTERS]
    if head.startswith("#"):
        return _heading(line)
    if head.startswith(("**", "_**")):
        found = _BOLD.match(head)
        if not found:
            return None
        rest = line[found.end() :].strip()
        # Bold words at the head of a sentence are no label: one stands alone or ends in a colon.
        if rest and not found[2] and not found[1].rstrip().endswith(":"):
            return None
        return _named(found[1], "bold", rest)
    found = _PLAIN.match(head)
    if not found or found[1].lower() not in PLAIN_SPEAKERS:
        return None
    return Label(SPEAKERS[found[1].lower()], "plain", line[found.end() :].strip(), found[2] or "")


def _heading(line: str) -> Label | None:
    found = _HEADING.fullmatch(line) if len(line) <= MOST_LABEL_CHARACTERS else None
    if not found:
        return None
    form = f"heading {len(found[1])}"
    before, colon, after = found[2].partition(":")
    return _named(found[2], form, "") or (_named(before, form, after.strip()) if colon else None)


def _named(text: str, form: str, rest: str) -> Label | None:
    found = _NAMED.fullmatch(text.replace(_SPOKE, "", 1) if _SPOKE in text else text)
    role = SPEAKERS.get(found[1].lower()) if found else None
    if not found or role is None:
        return None
    behind = found["behind"] or ""
    # "User - guide" is a title; only a time may follow a dash.
    if behind and not (_MOMENT.search(behind) or _TIME.search(behind)):
        return None
    return Label(role, form, rest, found["inside"] or behind)


def when(text: str, day: str | None) -> str | None:
    """Return the moment that a text names; a time alone is one of `day`, where that is known."""
    if found := _MOMENT.search(text):
        zone = (found[3] or "").replace("UTC", "Z")
        return moment_at(f"{found[1]}T{found[2]}{zone}" if found[2] else found[1])
    found = _TIME.search(text)
    return moment_at(f"{day[:10]}T{found[1]:0>5}") if found and day else None


def model_in(extra: str) -> str | None:
    """Return the model that a label names: one word that is no time."""
    found = _MODEL.fullmatch(extra.strip())
    return found[1] if found and not (_MOMENT.search(extra) or _TIME.search(extra)) else None


def day_in(line: str) -> str | None:
    """Return the day where a heading says nothing else."""
    found = _DAY.fullmatch(line) if line.startswith("#") and len(line) <= MOST_LABEL_CHARACTERS else None
    return moment_at(found[1]) if found else None
