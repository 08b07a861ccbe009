"""How many records does each choice of a filter leave? One count per kind, state, scope, origin and mark."""

from collections import Counter
from collections.abc import Collection, Sequence

from pydantic import Field

from phantasm.contracts.model import Model
from phantasm.state import store
from phantasm.state.filters import Filter
from phantasm.state.listing import EVERY_STATE
from phantasm.state.review.model import OVERLAYS
from phantasm.storage.sql import Row
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
    whole = chosen._replace(behind=None)
    anything = whole._replace(states=EVERY_STATE, kind=None, scope=None, scope_ref=None, origins=())
    rows = store.tally(work, [*_FACETS, *(["scope_ref"] if chosen.scope_ref else [])], anything)
    return FacetsView(
        kind=_counted(rows, "kind", whole._replace(kind=None)),
        state=_counted(rows, "state", whole._replace(states=EVERY_STATE)),
        scope=_counted(rows, "scope", whole._replace(scope=None, scope_ref=None)),
        origin=_counted(rows, "origin", whole._replace(origins=())),
        mark={
            mark: count
            for mark in OVERLAYS.values()
            if (count := store.count(work, whole._replace(reviewed=marked([mark]))))
        },
    )


# One look at all records, and the choices afterwards: a look for each takes four times as long.
_FACETS = ("kind", "state", "scope", "origin")


def _counted(rows: Sequence[Row], facet: str, chosen: Filter) -> dict[str, int]:
    """Add up what the choices leave, by one column."""
    counts: Counter[str] = Counter()
    for row in rows:
        if (
            row["state"] in chosen.states
            and chosen.kind in {None, row["kind"]}
            and chosen.scope in {None, row["scope"]}
            and (chosen.scope_ref is None or row["scope_ref"] == chosen.scope_ref)
            and (not chosen.origins or row["origin"] in chosen.origins)
        ):
            counts[row[facet]] += row["records"]
    return dict(sorted(counts.items()))


def marked(marks: Collection[str]) -> list[str]:
    """Return the kinds of reviews that give records some marks."""
    return [kind for kind, mark in OVERLAYS.items() if mark in marks]
