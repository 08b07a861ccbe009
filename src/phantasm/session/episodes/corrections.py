"""Where did the user put the assistant right? Pure."""

import re
from collections.abc import Sequence
from typing import Final

from phantasm.session.episodes.sentences import cut, sentences, word_count
from phantasm.session.episodes.steps import is_spoken
from phantasm.session.model import Said, Turn

MOST_CORRECTIONS: Final = 20
MOST_CHARACTERS: Final = 300
"""How many corrections an episode keeps, the last ones, and how long each is, in characters."""

FEW_WORDS: Final = 4
"""A correction with fewer words needs the next sentence: "No. Use pnpm." """

MOST_WORDS: Final = 60
"""A sentence with more words tells a story."""

_CORRECTION: Final = re.compile(
    r"^(?:no|nope|nah|wrong|incorrect|stop|wait|hold on|not (?:that|this|like|there|what|the|in|with)|"
    r"actually|instead|"
    r"rather|hmm,? no|ah,? no|well,? no|sorry,? no)\b|"
    r"\b(?:that|this|it)(?:'s| is| was) (?:wrong|not (?:right|correct|what|how|the|it|true)|incorrect|"
    r"a mistake)|"
    r"^(?:please |and |but |also |so |ok,? |okay,? )?(?:don't|do not|never|stop|avoid) \w+|"
    r"\bi (?:said|meant|asked for|told you|didn't (?:ask|mean|want|say)|did not (?:ask|mean|want|say)|"
    r"wanted)\b|"
    r"\byou (?:forgot|missed|broke|misunderstood|ignored|removed|deleted|changed|should(?:n't|"
    r" not)? have|were supposed)\b|"
    r"\b(?:use|run|call|put|take|try|it's|it is|should be|must be|with|in) .{1,60}?(?:, not |"
    r"\binstead\b|\brather than\b| and not )|"
    r"\bwe (?:don't|do not|never|no longer|always|only) \w+|\bshould(?:n't| not) (?:be|have|use)\b|"
    r"\bwhy (?:did|are|do) you\b",
    re.IGNORECASE,
)
_INSTEAD: Final = re.compile(
    r"(?:please )?(?:use|run|call|put|do|make|take|keep|it should|it must|it's|it is|we|the right|instead)\b",
    re.IGNORECASE,
)
"""How the sentence begins that says what is right."""

_HARMLESS: Final = re.compile(
    r"^(?:no (?:problem|worries|rush|need|idea|hurry|thanks|thank you|errors?|doubt|matter|more|"
    r"issues?)|never ?mind|"
    r"wait(?:ing)? for|actually,? (?:it|that) works|don'?t worry|do not worry|don't know|stop here)\b|"
    r"\b(?:that|it) actually works\b|^no[,.!]? (?:that'?s|it'?s|looks?|all) (?:fine|good|ok|okay|great|"
    r"all)\b|"
    r"\bhow (?:do|can|should|would)\b|^(?:can|could|should|would|do|does|did|is|are|what|where|which|who) ",
    re.IGNORECASE,
)


def corrections_in(turns: Sequence[Turn]) -> tuple[Said, ...]:
    """Return what the user said to put the assistant right, in order."""
    begun = next(
        (order for order, turn in enumerate(turns) if turn.slot in ("reasoning", "action")), len(turns)
    )
    found: list[Said] = []
    for turn in reversed(turns[begun:]):
        if turn.role == "user" and is_spoken(turn) and (text := correction_in(turn.text)):
            found.append(Said(turn.id, text, turn.evidence_id))
            if len(found) == MOST_CORRECTIONS:
                break
    return tuple(reversed(found))


def correction_in(text: str) -> str:
    """Return the correcting words of a turn; empty where there are none."""
    found = sentences(text)
    for place, sentence in enumerate(found):
        if not is_correction(sentence):
            continue
        behind = found[place + 1] if place + 1 < len(found) else ""
        if behind and (word_count(sentence) < FEW_WORDS or _INSTEAD.match(behind)):
            return cut(f"{sentence} {behind}", MOST_CHARACTERS)
        # A bare "no" answers a question; it puts nothing right.
        return cut(sentence, MOST_CHARACTERS) if word_count(sentence) > 1 else ""
    return ""


def is_correction(sentence: str) -> bool:
    """Tell whether a sentence of the user's puts something right."""
    stripped = sentence.strip()
    if _HARMLESS.search(stripped) or word_count(stripped) > MOST_WORDS:
        return False
    return bool(_CORRECTION.search(stripped))
