"""What did the user and the assistant say to each other, in few words? Pure."""

import re
from collections.abc import Sequence
from typing import Final

from phantasm.session.episodes.corrections import is_correction
from phantasm.session.episodes.lessons import is_conclusion, is_hedged
from phantasm.session.episodes.model import Said
from phantasm.session.episodes.sentences import cut, sentences, telling, word_count
from phantasm.session.episodes.steps import is_spoken
from phantasm.session.model import THOUGHT, Session, Turn

MOST_SAID: Final = 20
"""How many turns of each side an episode keeps: as many from the beginning as from the end."""

MOST_CHARACTERS: Final = 300
"""How long each of them is, in characters."""

MOST_GOAL: Final = 200
"""How long a goal is, in characters: one sentence."""

LEAST_WORDS: Final = 3
"""A request with fewer words is a greeting, or goes on with something."""

LAST_WORDS: Final = 3
"""How many of the assistant's last turns may hold its conclusion."""

MOST_LOOKED: Final = 40
"""How many sentences of one turn are weighed, so that a long turn costs no more than others."""

_REQUEST: Final = re.compile(
    r"\b(?:please|can you|could you|would you|i want|i need|we need|we want|i'd like|let's|should|must|"
    r"fix|add|implement|make|"
    r"update|change|remove|refactor|write|create|build|run|deploy|release|upgrade|bump|migrate|rename|"
    r"debug|find|explain|"
    r"investigate|help|why|how|what|support|set up|configure|move|replace|improve|review|test|"
    r"investigate|install)\b",
    re.IGNORECASE,
)
_GREETING: Final = re.compile(
    r"^(?:hi|hello|hey|good (?:morning|evening|afternoon)|thanks?|thank you|ok|okay|yes|yep|sure|"
    r"continue|go on|go ahead|"
    r"proceed|next|resume|ping|test)\b[\s\w,!.]{0,20}$",
    re.IGNORECASE,
)
_PLAN: Final = re.compile(
    r"^(?:now,? |first,? |next,? |then,? |ok(?:ay)?,? |great[,.!]? |good[,.!]? |perfect[,.!]? |alright,? )?"
    r"(?:let me|let's|let us|i'll|i will|i'm going to|i am going to|we'll|we will|we can|we should|"
    r"now i|i need to)\b",
    re.IGNORECASE,
)
_DONE: Final = re.compile(
    r"\b(?:fixed|added|updated|implemented|changed|removed|created|refactored|renamed|moved|replaced|"
    r"now|done|complete|"
    r"completed|passes|pass|works|resolved|released|deployed|merged|summary|result|because|instead)\b",
    re.IGNORECASE,
)
_LABELLED: Final = re.compile(
    r"^(?:#+\s*)?(?:issue|task|problem|goal|title|bug|feature request|request|objective|ticket|"
    r"user story)s?\s*:\s*(\S.*)?$",
    re.IGNORECASE,
)
_POINTS_BACK: Final = re.compile(r"\b(?:it|this|that|them|these|those|why|so)\b", re.IGNORECASE)
_LEAD_IN: Final = re.compile(r":\s*$")


def spoken_by(turns: Sequence[Turn], role: str) -> list[Turn]:
    """Return what one side said to the other."""
    return [turn for turn in turns if turn.role == role and is_spoken(turn)]


def goal_of(session: Session, asked: Sequence[Turn]) -> str:
    """Return what the user wanted: the telling sentence of the first real request."""
    fallback = ""
    for turn in asked[:MOST_SAID]:
        found = [
            text
            for text in _labelled(turn.text) or sentences(turn.text)[:MOST_LOOKED]
            if not _LEAD_IN.search(text)
        ]
        real = [text for text in found if word_count(text) >= LEAST_WORDS and not _GREETING.match(text)]
        if real:
            return _whole(real, max(real, key=_asks))
        fallback = fallback or (cut(found[0], MOST_GOAL) if found else "")
    return cut(session.title, MOST_GOAL) if session.title else fallback


def shortened(turns: Sequence[Turn]) -> tuple[Said, ...]:
    """Return what was said, each turn in its telling sentences; the middle of very many is left out."""
    found: list[Said] = []
    chosen = turns if len(turns) <= 4 * MOST_SAID else [*turns[: 2 * MOST_SAID], *turns[-2 * MOST_SAID :]]
    for turn in chosen:
        said = [text for text in sentences(turn.text)[:MOST_LOOKED] if not _LEAD_IN.search(text)]
        weigh = _weight_of_asked if turn.role == "user" else _weight
        if text := telling(said, weigh, MOST_CHARACTERS):
            found.append(Said(turn.id, text, turn.evidence_id))
    if len(found) > MOST_SAID:
        found = found[: MOST_SAID // 2] + found[-(MOST_SAID // 2) :]
    return tuple(found)


def conclusion_of(turns: Sequence[Turn]) -> str:
    """Return the last thing that the assistant concluded; thoughts count only where it said nothing."""
    spoken = [turn for turn in turns if turn.role == "assistant" and is_spoken(turn)]
    thought = [turn for turn in turns if turn.id.endswith(THOUGHT) and turn.agent is None]
    found = [
        (_weight(text), order, -place, text)
        for order, turn in enumerate((spoken or thought)[-LAST_WORDS:])
        for place, text in enumerate(sentences(turn.text)[:MOST_LOOKED])
        if word_count(text) > LEAST_WORDS and not text.endswith(("?", ":")) and not is_hedged(text)
    ]
    weight, _, _, best = max(found, default=(0, 0, 0, ""))
    return best if weight else ""


def _labelled(text: str) -> list[str]:
    """Return what stands behind a label such as "ISSUE:"; nothing where there is none."""
    lines = text[: MOST_CHARACTERS * 20].split("\n")
    for place, line in enumerate(lines):
        label = _LABELLED.match(line.strip())
        if label:
            rest = [label[1] or "", *lines[place + 1 : place + 6]]
            return sentences("\n\n".join(one for one in rest if one.strip()))[:1]
    return []


def _whole(real: Sequence[str], chosen: str) -> str:
    """Return a request, with the sentence before it where it points back ("can you fix it?")."""
    place = real.index(chosen)
    if place and _POINTS_BACK.search(chosen) and len(real[place - 1]) + len(chosen) < MOST_GOAL:
        return cut(f"{_stopped(real[place - 1])} {chosen}", MOST_GOAL)
    return cut(chosen, MOST_GOAL)


def _stopped(text: str) -> str:
    return text if text.endswith((".", "!", "?", ",", ";", ":")) else f"{text};"


def _asks(text: str) -> int:
    return int(bool(_REQUEST.search(text)))


def _weight(text: str) -> int:
    """Weigh how much a sentence of the assistant's tells: findings most, plans least."""
    if _PLAN.match(text) or _GREETING.match(text):
        return 0
    return 1 + 3 * is_conclusion(text) + bool(_DONE.search(text))


def _weight_of_asked(text: str) -> int:
    """Weigh how much a sentence of the user's tells: corrections most, then requests."""
    return 0 if _GREETING.match(text) else 1 + 2 * is_correction(text) + _asks(text)
