"""How much is a session worth remembering? Pure.

It begins in the middle. Trouble, corrections and decisions raise it, because they are what one wishes to have
known; a question and its answer lower it, because the answer can be had again.
"""

from typing import Final

from phantasm.session.episodes.model import Episode

MIDDLE: Final = 0.4
"""Below the seed's .5, since more can raise it here than there."""

FAILURE, PARTIAL, SUCCESS, ABANDONED = 0.2, 0.1, 0.05, -0.05
"""The seed's .2 and .1; success where there is evidence counts a little, and giving up takes a little."""

EACH_CORRECTION, MOST_FOR_CORRECTIONS = 0.05, 0.15
EACH_DECISION, MOST_FOR_DECISIONS = 0.05, 0.1
PASSED: Final = 0.1
"""Something failed and something got past it: the most useful thing to find again."""

EDITED: Final = 0.1
"""The seed's .1 for any file, here only for files that were changed."""

MUCH_WORK, MUCH_WORK_ACTIONS = 0.05, 20
"""Many actions: half of the seed's .1, whose five tools every session of today has."""

TRIVIAL: Final = -0.2
"""Nothing was done, and nobody was put right: asked and answered."""

LEAST, MOST = 0.1, 0.9
"""The bounds; the seed's upper one."""

_DIGITS: Final = 2
"""Scores are compared, so they are rounded."""


def importance_of(episode: Episode, *, edited: int, actions: int, decisions: int) -> float:
    """Return the importance of an episode, between .1 and .9."""
    ends = {
        "failure": FAILURE,
        "partial": PARTIAL,
        "success": SUCCESS,
        "abandoned": ABANDONED,
        "unknown": 0.0,
    }
    worth = MIDDLE + ends[episode.outcome]
    worth += min(EACH_CORRECTION * len(episode.corrections), MOST_FOR_CORRECTIONS)
    worth += min(EACH_DECISION * decisions, MOST_FOR_DECISIONS)
    worth += PASSED if any(one.way for one in episode.overcome) else 0.0
    worth += EDITED if edited else 0.0
    worth += MUCH_WORK if actions >= MUCH_WORK_ACTIONS else 0.0
    if not actions and not episode.corrections and not decisions:
        worth += TRIVIAL
    return round(min(max(worth, LEAST), MOST), _DIGITS)
