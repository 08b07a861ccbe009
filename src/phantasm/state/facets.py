"""How many records does each choice of a filter leave? One count per kind, state, scope, origin and mark."""

from collections.abc import Collection
from dataclasses import replace

from pydantic import Field

from phantasm.contracts.model import Model
from phantasm.state import store
from phantasm.state.filters import Filter
from phantasm.state.listing import EVERY_STATE
from phantasm.state.review.model import OVERLAYS
from phantasm.storage.work import Work


class FacetsView(Model):
    """How many records there would be with another choice of one thing, all else being as chosen."""

    kind: dict[str, int]
    state: dict[str, int]
    scope: dict[str, int] = Field(description="Of what can be seen from where the filter looks")
    origin: dict[str, int]
    mark: dict[str, int] = Field(description="Only those that some record has")


def facets_of(work: Work, chosen: Filter) -> FacetsView:
    """Count each facet under all choices but its own, whatever page is being looked at."""
    whole = replace(chosen, behind=None)
    return FacetsView(
        kind=store.count_by(work, "kind", replace(whole, kind=None)),
        state=store.count_by(work, "state", replace(whole, states=EVERY_STATE)),
        scope=store.count_by(work, "scope", replace(whole, scope=None, scope_ref=None)),
        origin=store.count_by(work, "origin", replace(whole, origins=())),
        mark={
            mark: count
            for mark in OVERLAYS.values()
            if (count := store.count(work, replace(whole, reviewed=marked([mark]))))
        },
    )


def marked(marks: Collection[str]) -> list[str]:
    """Return the kinds of reviews that give records some marks."""
    return [kind for kind, mark in OVERLAYS.items() if mark in marks]
