"""What was learned in a session: what got past a failure, and what was found out? Pure."""

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from phantasm.session.episodes.lines import looked_at
from phantasm.session.episodes.model import Overcome, Said
from phantasm.session.episodes.overcome import EDIT
from phantasm.session.episodes.sentences import cut, sentences
from phantasm.session.episodes.shell import bare
from phantasm.session.model import THOUGHT, Turn

MOST_LESSONS: Final = 8
MOST_CONCLUSIONS: Final = 4
"""How many lessons an episode keeps, and how many of them are conclusions: the last ones, which overrule."""

GOT_PAST: Final = "got past it."
"""How a lesson ends that a failure and its way taught."""

MOST_CHARACTERS: Final = 240
"""How long a lesson is, in characters."""

MOST_HELP: Final = 3
"""How many steps of a way a lesson names, the last ones."""

_CONCLUSION: Final = re.compile(
    r"\b(?:root cause|culprit|(?:underlying|real|actual) (?:problem|issue|cause|reason))(?: (?:of|for"
    r"|behind) [^.]{1,40})?"
    r" (?:was|is)\b"
    r"|\b(?:problem|issue|bug|cause|reason|error|failure|crash) (?:was|came from|comes from|turned out"
    r"|(?:happened|occurred|happens|occurs) because|is (?:that|because|in|caused))\b"
    r"|\b(?:turns|turned) out\b|\bthe fix (?:was|is)\b|\bthe (?:trick|key) was\b"
    r"|\b(?:this|that|it|error|failure|problem|issue|bug|crash|timeout) (?:is|was) caused by\b"
    r"|\b(?:i|we) fixed (?:it|this|that|the \w+(?: \w+)?) by\b|\bfixed (?:it )?by \w+ing\b|\bfail(?:s"
    r"|ed) because\b",
)
_HEDGED: Final = re.compile(
    r"\?|\b(?:might|may|maybe|perhaps|probably|possibly|likely|could be|can be|i think|i suspect"
    r"|i believe|i guess"
    r"|suspect|seems?|appears?|let me|let's|let us|i'll|i will|i'm going|we should|should|would|if"
    r"|whether|unless"
    r"|not sure|unclear|unknown|want to|typically|usually|often|generally|need to (?:find|see|check|look"
    r"|understand))\b",
)
_DECISION: Final = re.compile(
    r"\b(?:we|i)(?:'ve| have)? decided\b|\blet's (?:go with|stick (?:with|to)|use|switch to|keep)\b|"
    r"\bwe(?:'ll| will) (?:use|go with|"
    r"keep|switch to|stick)|\b(?:go|going) with (?:option|the|a)\b|\bdecision:|\bfrom now on\b|\bagreed[,:]",
)


def lessons_in(turns: Sequence[Turn], overcome: Sequence[Overcome]) -> tuple[Said, ...]:
    """Return what was learned: conclusions that were stated, and what got past failures."""
    ways = [_way(one) for one in overcome if one.way and (one.error or one.signature)]
    conclusions = [*islice(_conclusions(turns), MOST_CONCLUSIONS)][::-1]
    return (*conclusions, *ways[-(MOST_LESSONS - len(conclusions)) :])


def decision_count(texts: Iterable[str]) -> int:
    """Return how many of the sentences decide something."""
    return sum(bool(_DECISION.search(text.lower())) and "?" not in text for text in texts)


def is_hedged(sentence: str) -> bool:
    """Tell whether a sentence is a doubt, a plan or a question."""
    return bool(_HEDGED.search(sentence.lower()))


def is_conclusion(sentence: str) -> bool:
    """Tell whether a sentence states what was found out, without a doubt or a plan in it."""
    return bool(_CONCLUSION.search(sentence.lower())) and not is_hedged(sentence)


def _conclusions(turns: Sequence[Turn]) -> Iterable[Said]:
    """Yield what was concluded, the last first."""
    seen: set[str] = set()
    for turn in reversed(turns):
        if turn.role != "assistant" or turn.slot != "reasoning" or turn.id.endswith(THOUGHT):
            continue
        for sentence in reversed(
            sentences(turn.text) if _CONCLUSION.search(looked_at(turn.text).lower()) else []
        ):
            text = cut(sentence, MOST_CHARACTERS)
            if is_conclusion(sentence) and text not in seen:
                seen.add(text)
                yield Said(turn.id, text, turn.evidence_id)


def _way(one: Overcome) -> Said:
    helped = ", ".join(
        step if step.startswith(EDIT) else f"`{cut(bare(step), 60)}`" for step in one.way[-MOST_HELP:]
    )
    error = cut(one.error, 90) if one.error else " ".join(one.signature[:6])
    text = f"`{cut(bare(one.command), 60)}` failed with {error.rstrip('.')}; {helped} {GOT_PAST}"
    return Said(one.turn or "", cut(text, MOST_CHARACTERS), None)
