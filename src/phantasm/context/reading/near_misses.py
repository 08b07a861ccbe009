"""What came near a task and may not be handed over? Asked only where somebody wants to know why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.context.model import Left
from phantasm.context.reading.candidates import of_hits
from phantasm.retrieval.search import search

if TYPE_CHECKING:
    from phantasm.context.model import Candidate, Reason
    from phantasm.context.reading.wish import Wish
    from phantasm.retrieval.hits import Hit, Wanted
    from phantasm.storage.blobs import BlobStore
    from phantasm.storage.work import Work

# Of everything that is not live, not here or not for this caller, so many come near enough to be named.
_MOST = 30


def near_misses(work: Work, blobs: BlobStore, wanted: Wanted, wish: Wish) -> list[Left]:
    """Return what would answer if it were still held, held here, or not sensitive. By words alone."""
    wider = wanted._replace(
        arms="lexical",
        chosen=wanted.chosen._replace(seen_from=None, sensitive=True),
        states=("live", "superseded", "archived"),
        most=_MOST,
    )
    hits = search(work, wider, None).hits[:_MOST]
    left = []
    for candidate in of_hits(work, blobs, hits):
        why = _why(hits[candidate.rank], candidate, wish)
        if why is not None:
            left.append(Left(candidate, *why))
    return left


def _why(hit: Hit, candidate: Candidate, wish: Wish) -> tuple[Reason, str] | None:
    if not wish.sensitive and hit.unit.sensitivity == "sensitive":
        return "sensitive", "this profile may not read it"
    if wish.seen_from is not None and not wish.chosen.sees(hit.unit):
        return "scope", f"it belongs to the {hit.unit.scope} {hit.unit.scope_ref}"
    if candidate.standing.state != "live":
        return "superseded", f"it is {candidate.standing.state}"
    return None
