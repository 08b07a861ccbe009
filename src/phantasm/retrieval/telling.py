"""What has a caller to know about the vectors behind an answer?"""

from typing import TYPE_CHECKING

from phantasm.contracts.envelope import NextStep
from phantasm.retrieval import store
from phantasm.retrieval.vectors.qdrant_absence import tell_of_absence
from phantasm.storage.work import Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phantasm.contracts.errors import Remediation
    from phantasm.retrieval.look import Sight

BUILD_VECTORS = NextStep(message="Bring the vectors up to date.", command="phantasm index build")


def tell_of_vectors(work: Work, sight: "Sight | None") -> None:
    """Warn where vectors are missing or behind; nothing to say where none were asked for or can be."""
    if sight is None:
        return
    tell_of_absence(work, sight.absence)
    if sight.look is None:
        if store.sizes(work).units:  # of nothing, words and vectors find the same
            work.warn("lexical_only", f"only words were compared: {sight.problem}")
            work.remediation += steps_of(sight.steps) or [BUILD_VECTORS]
        return
    waiting = store.count_after(work, sight.stamp.cursor) if sight.stamp else 0
    if waiting:
        work.warn("index_behind", f"{waiting} units have no vector yet and were found by their words alone")
        work.remediation.append(BUILD_VECTORS)


def steps_of(remediation: "Sequence[Remediation]") -> list[NextStep]:
    """Return what an error says to do next as the steps of an answer."""
    return [NextStep(message=one.message, request=one.request, command=one.command) for one in remediation]
