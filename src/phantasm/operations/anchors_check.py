"""Hold what is remembered against the code: which citations are as they were, moved, changed or gone."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.ids import session_handle
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import Choices, JsonObject, Line, Model
from phantasm.session import store as sessions
from phantasm.state import guard, links, store
from phantasm.state.anchored import remembered
from phantasm.state.anchored.freshness import Anchored
from phantasm.state.anchored.reading import checkout_of, of_lineages
from phantasm.state.anchored.remembered import Remembered
from phantasm.state.anchored.survey import survey
from phantasm.state.anchored.views import AnchorView, anchor_view
from phantasm.state.links import Link
from phantasm.state.model import Record
from phantasm.state.views import readable
from phantasm.storage.work import Work
from phantasm.workspace.anchors.model import Status
from phantasm.workspace.checkout import Checkout

KIND = Kind.READ
EXAMPLE: JsonObject = {"statuses": ["changed", "gone"], "diffs": True}


class Params(Model):
    """Which citations, and how much is told of them."""

    ids: list[Line] = Field(
        default=[], max_length=1_000, description="Only what these records cite (ids or handles)"
    )
    paths: list[Line] = Field(
        default=[], max_length=1_000, description="Only what is cited in these files, relative to the project"
    )
    statuses: Choices[Status] = Field(
        default=["moved", "changed", "gone"], description="Which to list; the others are only counted"
    )
    diffs: bool = Field(default=False, description="Also show what changed, as a diff")
    limit: Annotated[int, Field(ge=1, le=1_000)] = Field(default=100, description="List at most so many")


class Checked(AnchorView):
    """One citation of one record or episode."""

    record_id: str = Field(description="The record, or the session of the episode, that cites it")
    handle: str


class Result(Model):
    """What was found; nothing is written: `anchors_refresh` notes it."""

    commit: str | None = Field(default=None, description="The commit that is checked out")
    checked: int
    counts: dict[str, int] = Field(description="How many citations there are of each status")
    anchors: list[Checked]
    truncated: bool = Field(description="More than the limit; `counts` counts all")
    withheld: int = Field(description="Citations of sensitive records that this profile may not read")


@dataclass(frozen=True, slots=True)
class Prepared:
    """The working tree that the caller stands in, and what the last survey showed of it."""

    checkout: Checkout
    known: Remembered | None


def prepare(params: Params, environment: Environment) -> Prepared:
    """Hand over the working tree; where everything is asked for, with what is known of it."""
    everything = not params.ids and not params.paths and "unchanged" not in params.statuses
    known = remembered.load(environment.paths.indexes) if everything else None
    return Prepared(checkout_of(environment), known)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Look at every citation that is wanted."""
    checkout = prepared.checkout
    counted = remembered.count(work, checkout, prepared.known)
    found = counted.looked_at if counted else survey(work, checkout, _chosen(params, work)).anchors
    counts = counted.counts if counted else Counter(str(one.verdict.status) for one in found)
    told = [one for one in found if one.verdict.status in params.statuses]
    holders = store.live_versions(work, [one.link.source for one in told])
    episodes = sessions.find(work, [one.link.source for one in told if one.link.source not in holders])
    shown = [one for one in told if one.link.source in holders or one.link.source in episodes]
    open_ones = [
        one
        for one in shown
        if one.link.source not in holders or readable(holders[one.link.source], work.caller)
    ]
    return Result(
        commit=checkout.commit,
        checked=counts.total(),
        counts=dict(sorted(counts.items())),
        anchors=[_checked(work, one, holders, diffs=params.diffs) for one in open_ones[: params.limit]],
        truncated=len(open_ones) > params.limit,
        withheld=len(shown) - len(open_ones),
    )


def _chosen(params: Params, work: Work) -> Sequence[Link] | None:
    if not params.ids and not params.paths:
        return None
    chosen: dict[str, Link] = {}
    if params.paths:
        paths = [path.removeprefix("./") for path in params.paths]
        chosen |= {link.id: link for link in links.cited_at(work, paths)}
    named = store.find(work, params.ids)
    for name in params.ids:
        if name not in named:
            raise guard.not_found(name, "params.ids")
    cited = of_lineages(work, [record.lineage for record in named.values()])
    chosen |= {link.id: link for listed in cited.values() for link in listed}
    return [link for link in chosen.values() if link.seen is not None]


def _checked(work: Work, one: Anchored, holders: Mapping[str, Record], *, diffs: bool) -> Checked:
    source, record = one.link.source, holders.get(one.link.source)
    return Checked(
        **anchor_view(one, diffs=diffs).model_dump(),
        record_id=record.id if record else source,
        handle=record.handle if record else session_handle(source, work.head.salt),
    )
