"""Which commits answer a question? The same search as for everything, among what commits say."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from phantasm.contracts.kinds import Right
from phantasm.retrieval import look
from phantasm.retrieval.filters import Filter
from phantasm.retrieval.hits import Wanted
from phantasm.workspace.history import looking
from phantasm.workspace.history.wording import MEDIA_TYPE

if TYPE_CHECKING:
    from phantasm.retrieval.look import Sight
    from phantasm.retrieval.rank import Match
    from phantasm.storage.work import Work
    from phantasm.workspace.history.model import Known
_SHARE_OF_THE_BEST = 0.25
"""What scores less than this part of the best hit only shares a common word with the question."""


class Answering(NamedTuple):
    """A commit, and how well what it says answers, from 0 to 1."""

    commit: Known
    score: float


class Answers(NamedTuple):
    """The commits that answer, best first, and how well they do on the whole."""

    match: Match
    commits: list[Answering]


def commits_about(work: Work, question: str, sight: Sight | None, most: int) -> Answers:
    """Return the commits that answer a question."""
    sees = work.caller.may(Right.SENSITIVE_READ)
    chosen = Filter(tiers=["evidence"], kinds=[MEDIA_TYPE], sensitive=sees)
    found, _ = look.find(work, Wanted(question, chosen=chosen, most=most), sight)
    # What is only new, or stands beside an answer, is none.
    own = [hit for hit in found.hits if hit.lexical or hit.dense]
    least = max((hit.score for hit in own), default=0.0) * _SHARE_OF_THE_BEST
    known = looking.by_evidence(work, [hit.unit.item_id for hit in own if hit.score >= least])
    answering = [Answering(known[hit.unit.item_id], hit.score) for hit in own if hit.unit.item_id in known]
    kept = [one for one in answering if one.commit.state != "erased"]
    return Answers(found.match, kept[:most])
