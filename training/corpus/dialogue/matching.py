"""Does a statement answer a question? The grammar crosses all of both, and not all of them meet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from training.corpus.dialogue.lexicon import CAST

if TYPE_CHECKING:
    from collections.abc import Iterable

_TIMES = "when soon month season date clock weekday"
_PEOPLE = "relative person child name role"
_PLACES = "city country venue nature shop petplace volunteer workplace host file"
_CUES = (
    (re.compile(r"^(When|Until when|Since when)\b"), _TIMES),
    (re.compile(r"^(Who|With whom|For whom)\b"), _PEOPLE + " pet"),
    (re.compile(r"^Where\b"), _PLACES),
    (re.compile(r"^How long\b"), "span stay hours number"),
    (re.compile(r"^How (much|many)\b"), "price number big percent one"),
    (re.compile(r"^(Why|What caused)\b"), "reason bug whytech"),
)
_LABELS = re.compile(r"\[([\w ]+)\] ")
_BECAUSE = re.compile(r"\b(because|since|so|reason)\b")
_DIGIT = re.compile(r"\d")


def labels(template: str) -> tuple[list[str], str]:
    """The labels in front of a template, `[sold price] I sold ...`, and the template.

    On a statement they name what it is about, on a question what a statement must be about, or which slot it
    must have filled.
    """
    match = _LABELS.match(template)
    return (match.group(1).split(), template[match.end() :]) if match else ([], template)


def meets(question: str, said: str, mentioned: Iterable[str], wanted: Iterable[str]) -> bool:
    """Whether all that the question mentions was said, and what its first word asks for as well.

    `mentioned` and `wanted` are the slots that the statement and the question have filled.
    """
    slots = {family(slot) for slot in mentioned}
    if set(wanted) - set(CAST):
        return False
    for cue, answers in _CUES:
        if cue.match(question):
            return bool(slots & set(answers.split())) or _said_plainly(question, said)
    return True


def _said_plainly(question: str, said: str) -> bool:
    """A reason or a number may stand in the sentence itself, without a slot."""
    if question.startswith(("Why", "What caused")):
        return bool(_BECAUSE.search(said))
    return question.startswith("How") and bool(_DIGIT.search(said))


def family(slot: str) -> str:
    """The list a slot takes its item from."""
    return slot.rstrip("0123456789")
