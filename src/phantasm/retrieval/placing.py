"""At which place of the answer to a question does a record or a piece of evidence stand, and why there?"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from phantasm.retrieval.look import find
from phantasm.retrieval.telling import tell_of_vectors
from phantasm.retrieval.views import HitView, because, views
from phantasm.state.anchored.views import views_of

if TYPE_CHECKING:
    from phantasm.retrieval.hits import Wanted
    from phantasm.retrieval.look import Sight
    from phantasm.state.model import Record
    from phantasm.storage.blobs import BlobStore
    from phantasm.storage.work import Work
    from phantasm.workspace.checkout import Checkout

# How many hits a search looks for: for a first page of ten, and as far down as anybody reads. Whoever looks
# further down looks more closely at what is there, so that the first page is asked for by itself.
_FIRST_PAGE = 11
_ALL = 500


class Placed(NamedTuple):
    """The place of one item, and why it is there; no hit where it is not found."""

    because: list[str]
    hit: HitView | None = None


class Means(NamedTuple):
    """What a search is made with."""

    blobs: BlobStore
    sight: Sight | None
    checkout: Checkout | None


def placed(work: Work, wanted: Wanted, item: str, means: Means, known: Record | None = None) -> Placed:
    """Search as anybody does, and say where an item is among the hits; `known`: the record that it is."""
    sight = means.sight
    for most in (_FIRST_PAGE, _ALL):
        found, sight = find(work, wanted._replace(most=most), sight)
        place = next((place for place, hit in enumerate(found.hits) if hit.unit.item_id == item), None)
        if place is not None and place < most - 1:
            break
    tell_of_vectors(work, sight)
    if place is None:
        return Placed([_NOT_FOUND, *_reasons(known, wanted)])
    hit = found.hits[place]
    checked = [hit.record] if hit.record and wanted.at.is_now else []
    fresh = views_of(work, checked, means.checkout)
    shown = views(work, means.blobs, [hit], place, explain=True, fresh=fresh)
    return Placed(because(hit, place + 1, len(found.hits)), shown[0])


_NOT_FOUND = "The search does not find it: neither its words nor its vector come near, or it may not answer."


def _reasons(known: Record | None, wanted: Wanted) -> list[str]:
    """Say why a record may not answer, as far as the record itself tells it."""
    if known is None:
        return []
    found = []
    if wanted.at.is_now and known.state not in wanted.states:
        found.append(f"It is {known.state}; a search looks for what is live unless `states` says otherwise.")
    seen_from = wanted.chosen.seen_from
    if seen_from is not None and not seen_from.sees(known.scope, known.scope_ref):
        where = f"the {known.scope} {known.scope_ref}"
        found.append(f"It belongs to {where}, which is not where the caller stands: `everywhere` finds it.")
    if known.sensitivity == "sensitive" and not wanted.chosen.sensitive:
        found.append("It is sensitive, and this profile may not read it.")
    return found
