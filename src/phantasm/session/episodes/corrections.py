"""Where did the user put the assistant right? Pure."""

import re
from collections.abc import Sequence
from typing import Final

from phantasm.session.episodes.model import Said
from phantasm.session.episodes.sentences import cut, sentences, word_count
from phantasm.session.episodes.steps import is_spoken
from phantasm.session.model import Turn

MOST_CORRECTIONS: Final = 20
MOST_CHARACTERS: Final = 300
"""How many corrections an episode keeps, the last ones, and how long each is, in characters."""

FEW_WORDS: Final = 4
"""A correction with fewer words needs the next sentence: "No. Use pnpm." """

MOST_WORDS: Final = 60
"""A sentence with more words tells a story."""

_DOING: Final = (
    "use|run|call|put|take|make|keep|name|do|write|add|set|go with|commit|push|deploy|store|edit|touch"
)
_CORRECTION: Final = re.compile(
    r"^(?:no|nope|nah|ah,? no|hmm,? no|well,? no|sorry,? no)"
    rf"(?:$|[,.!:;]| (?:not|don't|wait|i|you|we|please|just|stop|it|the|that|this|{_DOING})\b)"
    r"|^(?:wrong|incorrect|stop|hold on|wait|not (?:that|this|like|there|what|the|in|with)"
    r"|actually|rather|instead(?! of))\b"
    r"|\b(?:that|this|it)(?:'s| is| was) (?:wrong|not (?:right|correct|what|how|the|it|true)|incorrect"
    r"|a mistake)"
    r"|^(?:please |and |but |also |so |ok,? |okay,? )?(?:don't|do not|never|stop|avoid) \w+"
    r"|^(?:but )?i (?:said|meant|asked for|told you|didn't (?:ask|mean|want|say)|did not (?:ask|mean|want"
    r"|say))\b"
    r"|\byou (?:forgot|missed|broke|misunderstood|ignored|removed|deleted|shouldn't have|should have"
    r"|should not have"
    r"|were supposed)\b"
    rf"|(?:^|[,;:] |\b(?:please|just|should|must) )(?:{_DOING}|try) .{{1,60}}?(?:, not |\binstead\b"
    rf"|\brather than\b| and not )"
    r"|^[^.?]{1,60}(?:'s| is| are| be) [^.?]{1,40}, not (?!just|only|that|because|to)|^not (?!really|yet"
    r"|sure|now)\S+, \w"
    r"|\bthe wrong (?:file|branch|test|folder|place|one|version|directory|function|name)\b"
    r"|\brevert (?:that|this|it)\b"
    r"|\bi only wanted\b|^i (?:don't|do not) want (?:a|an|any|the|you|that|this|it)\b|\bi'd rather\b"
    rf"|\bwe (?:don't|do not|never|no longer|always|only) (?:{_DOING}|have|allow|want|need|ship|import|log)\b"
    r"|\bshould(?:n't| not) (?:be|have|use)\b"
    r"|\bwhy did you (?:remove|delete|change|add|use|rename|rewrite|touch|skip|not|edit|move)\b",
)
_INSTEAD: Final = re.compile(
    r"(?:please )?(?:use|run|call|put|do|make|take|keep|it should|it must|it's|it is|we|the right|instead)\b",
)
"""How the sentence begins that says what is right."""

_HARMLESS: Final = re.compile(
    r"^(?:never ?mind|wait(?:ing)? for|stop here|never (?:had|saw|been|heard|seen|knew|say|thought|got"
    r"|give up))\b"
    r"|^(?:please |and |but |also |so )?(?:don't|do not) (?:worry|know|forget|give up|be \w+|quit|let"
    r"|miss|feel|think"
    r"|see|ever|hesitate|need|understand|care|mind|get)\b"
    r"|^no[,.!]? (?:problem|worries|rush|need|idea|thanks|thank you|nothing|what|i'm (?:good|fine)"
    r"|i think i'm"
    r"|(?:that's|it's|looks|all) (?:fine|good|ok|okay|great|all))\b"
    r"|^actually,? (?:(?:it|that) works|i(?:'ve|'m)? (?:just|was|had|took|love|like|think|am|have)\b)"
    r"|\b(?:that|it) actually works\b|\?$",
)
_ASKED_BACK: Final = re.compile(r"^why did you\b")
"""The one question that puts something right."""


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
        if behind and (word_count(sentence) < FEW_WORDS or _INSTEAD.match(behind.lower())):
            return cut(f"{sentence} {behind}", MOST_CHARACTERS)
        # A bare "no" answers a question; it puts nothing right.
        return cut(sentence, MOST_CHARACTERS) if word_count(sentence) > 1 else ""
    return ""


def is_correction(sentence: str) -> bool:
    """Tell whether a sentence of the user's puts something right."""
    stripped = sentence.strip().lower()  # and so are the patterns: overlooking case takes them far longer
    if word_count(stripped) > MOST_WORDS or (_HARMLESS.search(stripped) and not _ASKED_BACK.match(stripped)):
        return False
    return bool(_CORRECTION.search(stripped))
